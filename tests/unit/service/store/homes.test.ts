import { describe, expect, it } from 'vitest';
import { createHomes } from '#service/store/postgres/homes.ts';

const queue = (changes: object = {}) => ({
  accountId: 7,
  queued: 100,
  freeSlots: 5,
  availableCredits: 1_000,
  atHome: false,
  ...changes,
});

describe('free slots of an account that is at home on other nodes', () => {
  const watched = () => {
    let now = 1_000;
    const homes = createHomes(() => now);
    const sees = (changes?: object) => homes.open([queue(changes)]).length === 1;
    const later = (ms: number) => {
      now += ms;
    };
    return { homes, sees, later };
  };

  it('are left to these while its queue is longer than they are', () => {
    const { sees } = watched();
    expect(sees()).toBe(false);
    expect(sees({ atHome: true })).toBe(true);
    expect(sees({ queued: 5 })).toBe(true);
  });

  it('are taken by other nodes after the home nodes have not used them for a second, and for ten seconds from then on', () => {
    const { homes, sees, later } = watched();
    sees();
    later(999);
    expect([sees(), homes.adopted(7)]).toEqual([false, false]);
    later(1);
    expect([sees(), homes.adopted(7)]).toEqual([true, true]);
    later(9_999);
    expect([sees(), homes.adopted(7)]).toEqual([true, true]);
    later(1);
    expect([sees(), homes.adopted(7)]).toEqual([false, false]);
  });

  it('start counting again if they were taken in between', () => {
    const { sees, later } = watched();
    sees();
    later(600);
    sees({ freeSlots: 0 });
    later(600);
    expect(sees()).toBe(false);
    later(600);
    expect(sees()).toBe(false);
    later(400);
    expect(sees()).toBe(true);
  });
});
