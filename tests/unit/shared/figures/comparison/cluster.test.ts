import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seriate } from '#shared/figures/comparison/cluster.ts';

describe('seriation', () => {
  it('puts similar columns side by side and cuts where the gap is', () => {
    // Two groups, mixed: 0 2 4 are alike, 1 3 5 are alike.
    const { order, clusters } = seriate(6, (one, two) => (one % 2 === two % 2 ? 0.1 : 0.9));
    const parity = order.map((column) => column % 2);
    expect(parity.slice(0, 3).every((value) => value === parity[0])).toBe(true);
    expect(new Set(clusters).size).toBe(2);
    expect(clusters[0]).toBe(clusters[2]);
    expect(clusters[0]).not.toBe(clusters[1]);
  });

  it('sees one cluster where nothing stands apart', () => {
    expect(new Set(seriate(5, () => 0.3).clusters).size).toBe(1);
    expect(seriate(0, () => 0)).toEqual({ order: [], clusters: [] });
    expect(seriate(1, () => 0)).toEqual({ order: [0], clusters: [0] });
  });

  it('orders every column exactly once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 25 }), fc.integer({ min: 1, max: 1e6 }), (count, seed) => {
        const distance = (one: number, two: number) =>
          ((Math.min(one, two) * 7919 + Math.max(one, two) * 104729 + seed) % 1000) / 1000;
        const { order, clusters } = seriate(count, distance);
        expect([...order].sort((one, two) => one - two)).toEqual(
          Array.from({ length: count }, (_, at) => at),
        );
        expect(clusters).toHaveLength(count);
        // Groups are runs of the order.
        const runs = order
          .map((column) => clusters[column])
          .filter((group, at, all) => group !== all[at - 1]);
        expect(new Set(runs).size).toBe(runs.length);
      }),
    );
  });

  it('lays a line of columns out as the line', () => {
    const places = [5, 1, 4, 2, 3, 0];
    const { order } = seriate(6, (one, two) => Math.abs((places[one] ?? 0) - (places[two] ?? 0)) / 10);
    const walked = order.map((column) => places[column] ?? 0);
    const steps = walked.slice(1).map((place, at) => Math.abs(place - (walked[at] ?? 0)));
    expect(Math.max(...steps)).toBeLessThanOrEqual(2);
  });
});
