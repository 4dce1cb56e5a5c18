import { describe, expect, it } from 'vitest';
import { marketId, parseMarketInput } from '#shared/geo/marketInput.ts';

const ids = (text: string) => parseMarketInput(text).markets.map(marketId).join(' ');
const unknown = (text: string) => parseMarketInput(text).unknown;

describe('market input', () => {
  it.each([
    ['germany, at, G7, -us, US:CA', 'DE AT CA GB FR IT JP US:CA'],
    ['us de jp', 'US DE JP'],
    ['united states germany south africa', 'US DE ZA'],
    ['Österreich; Schweiz\nFrankreich、日本', 'AT CH FR JP'],
    ['Brasil, España, Türkei, turkey, Côte d’Ivoire', 'BR ES TR CI'],
    ['South Korea, المغرب, ישראל, Česko, Ελλάδα, भारत, ไทย', 'KR MA IL CZ GR IN TH'],
    ['california, Georgia, US:Georgia, usa-tx', 'US:CA GE US:GA US:TX'],
    ['uk, U.S., Holland', 'GB US NL'],
    ['-us, us, de', 'DE'],
    ['DACH + brazil', 'DE AT CH BR'],
    ['nordics -is', 'DK FI NO SE'],
    ['DACH, not austria', 'DE CH'],
    ['g7, G7, de', 'US CA GB FR DE IT JP'],
    [' ,, ', ''],
  ])('reads "%s" as %s', (text, expected) => {
    expect(ids(text)).toBe(expected);
    expect(unknown(text)).toEqual([]);
  });

  it('understands groups', () => {
    expect(parseMarketInput('all').markets).toHaveLength(250);
    expect(parseMarketInput('all -cn').markets).toHaveLength(249);
    expect(parseMarketInput('EU').markets).toHaveLength(27);
    expect(parseMarketInput('us states').markets).toHaveLength(51);
    expect(parseMarketInput('africa').markets.length).toBeGreaterThan(50);
  });

  it('reports what it does not know and the nearest name', () => {
    expect(unknown('gremany, foo, Japn, US:XX, de')).toEqual([
      { text: 'gremany', suggestion: 'Germany' },
      { text: 'foo' },
      { text: 'Japn', suggestion: 'Japan' },
      { text: 'US:XX' },
    ]);
    expect(unknown('germany flurb blip france')).toEqual([{ text: 'flurb blip' }]);
  });
});
