import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress, parseAddress, type Screen } from '#renderer/window/address.ts';

describe('the window address', () => {
  it('restores the screen and every parameter it was written from', () => {
    const screens = fc.oneof(
      fc.constantFrom<Screen>(
        { name: 'ask' },
        { name: 'history' },
        { name: 'selection', answers: ['8xezszyfcd94', 'wz956rnn57qw'] },
        { name: 'service' },
        { name: 'settings', section: 'about' },
      ),
      fc.string({ minLength: 1 }).map((runId): Screen => ({ name: 'run', runId })),
    );
    const params = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string({ minLength: 1 }));
    fc.assert(
      fc.property(screens, params, (screen, values) => {
        const read = parseAddress(formatAddress(screen, values));
        expect(read.screen).toEqual(screen);
        expect(read.params).toEqual({ ...values });
      }),
    );
  });

  it('reads a run in the arrangement that would be copied', () => {
    expect(parseAddress('#/run/r-1?tab=sources&hide=DE,US:CA&pin=JP')).toEqual({
      screen: { name: 'run', runId: 'r-1' },
      params: { tab: 'sources', hide: 'DE,US:CA', pin: 'JP' },
    });
  });

  it('keeps lists of markets readable', () => {
    expect(formatAddress({ name: 'run', runId: 'r-1' }, { hide: 'DE,US:CA', tab: '' })).toBe(
      '#/run/r-1?hide=DE,US:CA',
    );
  });

  it.each(['', '#', '#/nowhere/at/all', '#/run', '#/%E0%A4%A'])('opens the Ask screen for %j', (hash) => {
    expect(parseAddress(hash).screen).toEqual({ name: 'ask' });
  });

  it('opens the connections if the settings section is unknown', () => {
    expect(parseAddress('#/settings/wallpaper').screen).toEqual({ name: 'settings', section: 'connections' });
  });
});
