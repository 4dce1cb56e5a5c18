import { describe, expect, it } from 'vitest';
import type { BrandRule } from '#shared/model/comparison/samples.ts';
import { siteAddress } from '#shared/text/addresses/sites.ts';
import { readBrandList } from '#shared/text/brands/brandList.ts';
import {
  brandProblems,
  ownersOf,
  sharedAddresses,
  sharedName,
  tidyBrand,
} from '#shared/text/brands/brandProblems.ts';

const alpha: BrandRule = {
  id: 'a',
  name: 'Alpha',
  kind: 'own',
  aliases: [{ text: 'Älpha' }],
  domains: ['alpha.co.uk'],
};
const draft = { name: 'Beta', kind: 'competitor' as const, aliases: [], domains: [] };

describe('a brand as it is typed', () => {
  it.each([
    ['example.com', 'example.com'],
    ['https://www.Example.com/', 'example.com'],
    ['https://www.example.com/about/?utm_source=mail', 'example.com/about'],
    ['shop.example.co.uk', 'shop.example.co.uk'],
    ['music.apple.com', 'music.apple.com'],
    ['nba.com/kings', 'nba.com/kings'],
    ['youtube.com/@Acme', 'youtube.com/@Acme'],
    ['acme.github.io', 'acme.github.io'],
    ['example.com/büro/index.html', 'example.com/büro'],
    ['münchen.de', 'münchen.de'],
    ['xn--mnchen-3ya.de', 'münchen.de'],
    ['https://www.example.com/about?x=1', null],
    ['youtu.be/dQw4w9WgXcQ', null],
    ['bit.ly/acme', null],
    ['lab.de.example', 'lab.de.example'],
    ['example', null],
    ['co.uk', null],
    ['two words.com', null],
    ['info@example.com', null],
    ['127.0.0.1', null],
    ['-x-.com', null],
    ['', null],
  ])('takes the address “%s” as %s', (text, address) => {
    expect(siteAddress(text)).toBe(address);
  });

  it('is tidied before it is stored', () => {
    expect(
      tidyBrand({
        name: '  Brückner   & Lenz ',
        kind: 'own',
        aliases: [{ text: ' ON ', caseSensitive: true }],
        domains: ['https://WWW.example.com/', 'nonsense'],
      }),
    ).toEqual({
      name: 'Brückner & Lenz',
      kind: 'own',
      aliases: [{ text: 'ON', caseSensitive: true }],
      domains: ['example.com', 'nonsense'],
    });
  });

  it('says that a name of signs cannot be found', () => {
    expect(brandProblems({ ...draft, name: '🔥🔥', aliases: [{ text: '++' }] }, ownersOf([]))).toEqual([
      { field: 'name', message: '“🔥🔥” has no letter or digit, and cannot be found in answers.' },
      { field: 'aliases.0', message: '“++” has no letter or digit, and cannot be found in answers.' },
    ]);
  });

  it('names the field of every problem', () => {
    const problems = brandProblems(
      {
        ...draft,
        name: ' ',
        aliases: [{ text: 'alpha' }, { text: 'Bee' }, { text: 'ＢＥＥ' }, { text: '' }],
        domains: ['nonsense', 'alpha.co.uk', 'bee.example', 'bee.example'],
      },
      ownersOf([alpha]),
    );
    expect(problems).toEqual([
      { field: 'name', message: 'Enter a name for the brand.' },
      {
        field: 'aliases.0',
        message: '“alpha” is already a name of Alpha. A name can belong to one brand only.',
      },
      { field: 'aliases.2', message: '“ＢＥＥ” is listed twice in this brand. Remove one of the two.' },
      { field: 'aliases.3', message: 'Enter the alias, or remove its line.' },
      {
        field: 'domains.0',
        message: '“nonsense” is not a domain. Enter one such as example.com, or remove its line.',
      },
      {
        field: 'domains.1',
        message: 'alpha.co.uk already belongs to Alpha. A domain can belong to one brand only.',
      },
      { field: 'domains.3', message: 'bee.example is listed twice in this brand. Remove one of the two.' },
    ]);
  });

  it('asks first for an address that many share, and says how to name a part of it', () => {
    const asked = (domains: readonly string[], before?: readonly string[]) =>
      sharedAddresses({ ...draft, name: 'Acme Co', domains }, before).map(({ field, message }) => [
        field,
        message.replace(/^.*such as /, ''),
      ]);
    expect(
      asked(['acme.com', 'github.io', 'https://www.youtube.com/', 'amazon.co.uk', 'linkedin.com/company']),
    ).toEqual([
      ['domains.1', 'acmeco.github.io.'],
      ['domains.2', 'youtube.com/acmeco.'],
      ['domains.3', 'amazon.co.uk/acmeco.'],
      ['domains.4', 'linkedin.com/company/acmeco.'],
    ]);
    expect(
      asked(['acme.github.io', 'medium.com/@acme', 'amazon.com/stores/acme', 'acme.myshopify.com']),
    ).toEqual([]);
    expect(asked(['youtube.com'], ['youtube.com'])).toEqual([]);
  });

  it('may repeat its name as a case-sensitive alias, which restricts it', () => {
    const on = { ...draft, name: 'ON', aliases: [{ text: 'ON', caseSensitive: true }] };
    expect(brandProblems(on, ownersOf([]))).toEqual([]);
    expect(brandProblems({ ...on, aliases: [{ text: 'ON' }] }, ownersOf([]))).toHaveLength(1);
  });

  it('shares no name and no domain with another', () => {
    expect(sharedName([alpha, { ...alpha, id: 'b', name: 'Beta', aliases: [], domains: [] }])).toBe(null);
    expect(sharedName([alpha, { ...alpha, id: 'b', name: 'ALPHA', domains: [] }])).toBe(
      '“alpha” would be a name of both Alpha and ALPHA.',
    );
    expect(sharedName([alpha, { ...alpha, id: 'b', name: 'Beta', aliases: [] }])).toBe(
      'alpha.co.uk would belong to both Alpha and Beta.',
    );
  });
});

describe('a pasted list of brands', () => {
  it('reads names, domains and kinds between tabs, semicolons, bars or commas', () => {
    const { lines, problems } = readBrandList(
      'Brand;Other names;Domain\nFoldmaster; フォールドマスター; foldmaster.com; own\n\nCycleGuard\tCycle Guard\tcycleguard.de\r\nBrückner & Lenz, B&L\nArc | "Arc Locks" | competitor',
      'other',
    );
    expect(problems).toEqual([]);
    expect(lines.map(({ line, draft: read, kindSaid }) => [line, read, kindSaid])).toEqual([
      [
        2,
        {
          name: 'Foldmaster',
          kind: 'own',
          aliases: [{ text: 'フォールドマスター' }],
          domains: ['foldmaster.com'],
        },
        true,
      ],
      [
        4,
        {
          name: 'CycleGuard',
          kind: 'other',
          aliases: [{ text: 'Cycle Guard' }],
          domains: ['cycleguard.de'],
        },
        false,
      ],
      [5, { name: 'Brückner & Lenz', kind: 'other', aliases: [{ text: 'B&L' }], domains: [] }, false],
      [6, { name: 'Arc', kind: 'competitor', aliases: [{ text: 'Arc Locks' }], domains: [] }, true],
    ]);
  });

  it.each([
    [
      'Brand Name,Website,Type,Notes\n"Ben & Jerry\'s",https://www.benjerry.com,Competitor,Vermont\n"Acme, Inc.",acme.com,own,',
      [
        ["Ben & Jerry's", 'competitor', [], ['benjerry.com']],
        ['Acme, Inc.', 'own', [], ['acme.com']],
      ],
    ],
    [
      'Marke;Schreibweisen;Domain;Typ\nMüller;Mueller, Müller Drogerie;müller.de;eigene\nRossmann;;rossmann.de;Wettbewerber',
      [
        ['Müller', 'own', ['Mueller', 'Müller Drogerie'], ['müller.de']],
        ['Rossmann', 'competitor', [], ['rossmann.de']],
      ],
    ],
    ['#,Company,URL\n1,Acme,https://acme.com/\n', [['Acme', 'other', [], ['acme.com']]]],
    ['sep=;\nBrand;Alias\nA&B;"A and B; AB Group"', [['A&B', 'other', ['A and B', 'AB Group'], []]]],
    ['ブランド,ドメイン,種類\nソニー,sony.jp,自社', [['ソニー', 'own', [], ['sony.jp']]]],
    ['Brand\tAliases\tDomain\nArc\t\tarc.com\n', [['Arc', 'other', [], ['arc.com']]]],
    ['Brand;Aliases;Domain\n"Arc" ; ; arc.com', [['Arc', 'other', [], ['arc.com']]]],
    ['name\tour brand\tdomain\nAcme\tyes\tacme.com', [['Acme', 'own', [], ['acme.com']]]],
    ['| Brand | Domain |\n|---|---|\n| Acme | acme.com |', [['Acme', 'other', [], ['acme.com']]]],
    ['Brand,Aliases\nAcme,"Acme, Inc., ACME"', [['Acme', 'other', ['Acme, Inc.'], []]]],
  ])('reads a table by its headings: %s', (text, read) => {
    const { lines, problems } = readBrandList(text, 'other');
    expect(problems).toEqual([]);
    expect(
      lines.map(({ draft: { name, kind, aliases, domains } }) => [
        name,
        kind,
        aliases.map((alias) => alias.text),
        domains,
      ]),
    ).toEqual(read);
  });

  it.each([
    ['- Acme\n• Bolt; bolt.eu', ['Acme', 'Bolt']],
    ['1. Acme\n2. Bolt', ['Acme', 'Bolt']],
    ['1. FC Köln\n1. FC Nürnberg', ['1. FC Köln', '1. FC Nürnberg']],
    ['“Acme”\n“Bolt”', ['Acme', 'Bolt']],
    ['"Marks, Spencer", marksandspencer.com\nAcme, Inc.', ['Marks, Spencer', 'Acme, Inc.']],
    ['Toys "R" Us, toysrus.com\n"The ""Best"" Brand"', ['Toys "R" Us', 'The "Best" Brand']],
    ['Acme, Company', ['Acme']],
    ['Acme;;\n;;\nBolt; | x ||', ['Acme', 'Bolt']],
  ])('reads the names of a list with marks and quotation marks: %s', (text, names) => {
    expect(readBrandList(text, 'other').lines.map(({ draft }) => draft.name)).toEqual(names);
  });

  it('names the line of a problem', () => {
    expect(readBrandList('Arc\nFoldmaster; foldmaster\narc; Bow', 'other').problems).toEqual([
      { line: 2, message: '“foldmaster” is listed twice in this brand. Remove one of the two.' },
      { line: 3, message: '“arc” is already in line 1.' },
    ]);
  });
});

it.each(Object.getOwnPropertyNames(Object.prototype))('“%s” in a brand list is another name', (name) => {
  const { lines } = readBrandList(`Acme, ${name}`, 'own');
  expect(lines[0]).toMatchObject({ draft: { kind: 'own', aliases: [{ text: name }] } });
});
