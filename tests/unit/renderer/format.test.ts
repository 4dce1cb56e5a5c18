import { describe, expect, it, vi } from 'vitest';
import {
  countingText,
  formatAbsolute,
  formatCount,
  formatCredits,
  formatDuration,
  formatElapsed,
  formatMoment,
  formatRelative,
} from '#renderer/ui/format.ts';

describe('displayed numbers and times', () => {
  it('counts use the separators of the locale', () => {
    expect(formatCount(12_430, 'en')).toBe('12,430');
    expect(formatCount(12_430, 'de')).toBe('12.430');
    expect(formatCredits(1, 'en')).toBe('1 credit');
  });

  it.each([
    [0, '0 ms'],
    [839.6, '840 ms'],
    [1400, '1.4 s'],
    [59_700, '1 min'],
    [125_000, '2 min 5 s'],
    [3_600_000, '1 h'],
    [11_520_000, '3 h 12 min'],
    [-5, '0 ms'],
  ])('%d milliseconds take %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it('elapsed time counts whole seconds and never goes below zero', () => {
    expect(formatElapsed(12_999)).toBe('12 s');
    expect(formatElapsed(-3)).toBe('0 s');
    expect(formatElapsed(61_000)).toBe('1 min 1 s');
  });

  it('relative times are written as words', () => {
    const now = Date.UTC(2026, 10, 21, 12);
    expect(formatRelative(now - 10_000, now)).toBe('just now');
    expect(formatRelative(now - 50_000, now)).toBe('1 minute ago');
    expect(formatRelative(now - 86_400_000, now)).toBe('yesterday');
    expect(formatRelative(now + 7_200_000, now)).toBe('in 2 hours');
    expect(formatRelative(now - 6 * 86_400_000, now)).toBe('6 days ago');
    // "last month" does not say which day.
    expect(formatRelative(now - 7 * 86_400_000, now)).toMatch(/14.*2026/);
    expect(formatRelative(now - 40 * 86_400_000, now)).toMatch(/12.*2026/);
    expect(formatRelative(now + 40 * 86_400_000, now)).toMatch(/31.*2026/);
  });

  it('times use the current time zone of the computer, also after it has changed', () => {
    const noon = Date.UTC(2026, 10, 22, 12);
    vi.stubEnv('TZ', 'UTC');
    expect(formatAbsolute(noon, 'en-GB')).toContain('12:00:00 UTC');
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(formatAbsolute(noon, 'en-GB')).toContain('21:00:00 GMT+9');
    expect(formatMoment(noon, 'en-GB')).toBe('22 Nov 2026, 21:00 GMT+9');
    // The times of a schedule are those of its own zone, on every screen.
    expect(formatMoment(noon, 'en-GB', 'America/New_York')).toBe('22 Nov 2026, 07:00 GMT-5');
  });
});

it('says that answers are counted until there are figures, and nothing beside an error', () => {
  expect([countingText(null), countingText(new Error('gone'))]).toEqual(['Counting the answers…', '']);
});
