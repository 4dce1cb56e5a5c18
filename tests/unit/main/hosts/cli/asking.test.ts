import { describe, expect, it } from 'vitest';
import { readAsking } from '#main/hosts/cli/asking.ts';
import { languageArgument } from '#main/hosts/cli/flags.ts';

const asking = (flags: Partial<Parameters<typeof readAsking>[0]>) =>
  readAsking({ engine: 'assistant-a', ...flags });

describe('what is asked for', () => {
  it('is every named country once, in the order written', () => {
    expect(asking({ countries: 'us,DE, jp ,US' }).markets).toEqual([
      { country: 'US' },
      { country: 'DE' },
      { country: 'JP' },
    ]);
    expect(asking({ countries: 'G7,-us' }).markets).toHaveLength(6);
  });

  it('leaves out countries of a group where the engine cannot be asked, and none that is named', () => {
    const { markets, leftOut } = asking({ countries: 'all' });
    expect(leftOut).toEqual(['CN', 'HK', 'IR', 'MO', 'RU', 'VE']);
    expect(markets).toHaveLength(244);
    expect(asking({ countries: 'East Asia' })).toMatchObject({
      markets: [{ country: 'JP' }, { country: 'KR' }, { country: 'TW' }],
      leftOut: ['CN', 'HK', 'MO'],
    });
    expect(() => asking({ countries: 'East Asia, hk' })).toThrow(
      'assistant-a is not available in HK. Leave it out: --countries "East Asia, hk, -HK".',
    );
    expect(asking({ countries: 'all', engine: 'search' }).leftOut).toEqual([]);
    expect(() => asking({ countries: 'east asia -jp -kr -tw -hk' })).toThrow(
      'assistant-a cannot be asked in any of --countries: CN, MO.',
    );
  });

  it('places a state in the US and nowhere else', () => {
    expect(asking({ countries: 'US,DE', state: 'ca' }).markets).toEqual([
      { country: 'US', state: 'CA' },
      { country: 'DE' },
    ]);
  });

  it('includes what is named, and Markdown where Markdown is printed', () => {
    expect(asking({ countries: 'US', include: 'markdown, searchQueries' }).options).toEqual({
      include: { markdown: true, searchQueries: true },
    });
    expect(asking({ countries: 'US' }).options).toEqual({});
    expect(asking({ countries: 'US', format: 'md' }).options).toEqual({ include: { markdown: true } });
    expect(asking({ countries: 'US', format: 'md', engine: 'search' }).options).toEqual({});
    expect(asking({ countries: 'US', engine: 'search', include: 'aioverview' }).options).toEqual({
      include: { aioverview: { markdown: true } },
    });
  });

  it('needs no country where the engine needs none', () => {
    expect(asking({ engine: 'search-ai' }).markets).toEqual([{ country: null }]);
    expect(asking({ engine: 'search/news' }).markets).toEqual([{ country: null }]);
  });
});

describe('a wrong flag', () => {
  it.each([
    [
      { engine: 'assistant-z', countries: 'US' },
      /^Unknown engine "assistant-z" in --engine. Engines: assistant-a, /,
    ],
    [{ countries: 'Germny' }, /^Unknown country "Germny" in --countries: did you mean Germany\?$/],
    [{ countries: 'QQ' }, /^Unknown country "QQ" in --countries: use codes such as US,DE,JP\.$/],
    [{}, /^Enter at least one country with --countries/],
    [{ countries: 'US,-us' }, /^Enter at least one country with --countries/],
    [{ countries: 'DE', state: 'CA' }, /^--state CA needs US among the --countries/],
    [
      { countries: 'US', state: 'XX' },
      /^Unknown state "XX" in --state: use the code of a US state, such as CA\.$/,
    ],
    [{ engine: 'search-ai', state: 'CA' }, /^Enter at least one country/],
    [
      { countries: 'DE,RU,us,cn' },
      /^assistant-a is not available in RU and CN\. Leave them out: --countries "DE,RU,us,cn, -RU, -CN"\.$/,
    ],
    [{ countries: 'US', include: 'markdown,nope' }, /^assistant-a does not support "nope" in --include\.$/],
  ])('is named in one sentence with the way out: %j', (flags, sentence) => {
    expect(() => asking(flags)).toThrow(sentence);
  });
});

it('a language is one that exists', () => {
  expect(languageArgument(' EN ')).toBe('en');
  for (const text of ['xx', 'english', 'de-AT', ''])
    expect(() => languageArgument(text)).toThrow(/such as en/);
});
