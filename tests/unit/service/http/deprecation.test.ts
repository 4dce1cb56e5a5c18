import { describe, expect, it } from 'vitest';
import { deprecationHeaders } from '#service/http/deprecation.ts';

describe('a deprecated route', () => {
  it('says since when, until when, and what to use instead', () => {
    const since = Date.UTC(2026, 0, 15);
    const sunset = Date.UTC(2026, 8, 1, 12, 30, 0);
    expect(deprecationHeaders({ since, sunset, replacement: 'https://service.example/v2/credits' })).toEqual({
      deprecation: `@${since / 1_000}`,
      sunset: 'Tue, 01 Sep 2026 12:30:00 GMT',
      link: '<https://service.example/v2/credits>; rel="deprecation"',
    });
  });

  it('keeps responding for at least six months', () => {
    const since = Date.UTC(2026, 0, 15);
    const replacement = 'https://service.example/v2';
    expect(() => deprecationHeaders({ since, sunset: Date.UTC(2026, 6, 14), replacement })).toThrow(
      RangeError,
    );
    expect(() => deprecationHeaders({ since, sunset: Date.UTC(2026, 6, 15), replacement })).not.toThrow();
  });
});
