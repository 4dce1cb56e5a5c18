import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { type BrandDecision, type BrandRule, defaultOptions } from '#shared/model/comparison/samples.ts';
import { createBrandMatcher } from '#shared/text/brands/brands.ts';
import { column, sample } from '#tests/support/analysis/columns.ts';

const rule = (id: string, ...names: readonly string[]): BrandRule => ({
  id,
  name: names[0] ?? id,
  kind: 'other',
  aliases: names.slice(1).map((text) => ({ text })),
  domains: [],
});
const matcher = createBrandMatcher([
  rule('arc', 'Arc'),
  rule('f', 'Foldmaster 90', 'Foldmaster'),
  rule('cg', 'サイクルガード', '사이클가드'),
  rule('skoda', 'Škoda'),
  rule('tetsu', '鉄錠'),
  { ...rule('on', 'ON'), aliases: [{ text: 'ON', caseSensitive: true }] },
  rule('bl', 'Brückner & Lenz'),
  rule('hs', 'حصين'),
  rule('sl', 'สยามล็อค'),
]);
const found = (text: string) =>
  matcher
    .find(text)
    .map((mention) => `${matcher.brands[mention.brand]?.id}:${text.slice(mention.start, mention.end)}`);

describe('brand mentions', () => {
  it('finds a name of one letter also where a longer one begins like the text', () => {
    const { find, brands } = createBrandMatcher([rule('x', 'X'), rule('ray', 'X-ray')]);
    const text = 'X, X-ray and X-mas';
    expect(find(text).map((each) => [brands[each.brand]?.id, each.start, each.end])).toEqual([
      ['x', 0, 1],
      ['ray', 3, 8],
      ['x', 13, 14],
    ]);
  });

  it('finds a short name however many spaces are in it, and spells it as it stands', () => {
    const { find } = createBrandMatcher([rule('x', 'X 9')]);
    expect(find('the X\u00a0  9 and X-9, not X 90').map(({ start, end }) => [start, end])).toEqual([
      [4, 9],
      [14, 17],
    ]);
  });

  it.each([
    ['The Arc lock', ['arc:Arc']],
    [
      'ARC, arc. (Arc) "Arc" Arc’s Arc-like',
      ['arc:ARC', 'arc:arc', 'arc:Arc', 'arc:Arc', 'arc:Arc', 'arc:Arc'],
    ],
    ['March search arcade Arcs Arc2', []],
    ['see https://arc.example/arc and www.arc.example, arc.example or info@arc.example', []],
    ['Use Arc. It works', ['arc:Arc']],
    ['Foldmaster 90 and Foldmaster', ['f:Foldmaster 90', 'f:Foldmaster']],
    ['Foldmaster 900', ['f:Foldmaster']],
    ['Ｆｏｌｄｍａｓｔｅｒ', ['f:Ｆｏｌｄｍａｓｔｅｒ']],
    ['Foldmasterは良い', ['f:Foldmaster']],
    ['サイクルガードの鍵', ['cg:サイクルガード']],
    ['サイクルガードマン', []],
    ['ｻｲｸﾙｶﾞｰﾄﾞです', ['cg:ｻｲｸﾙｶﾞｰﾄﾞ']],
    ['사이클가드는 가볍고 사이클가드맨은 아니다', ['cg:사이클가드']],
    ['鉄錠は有名', ['tetsu:鉄錠']],
    ['skoda und ŠKODA', ['skoda:skoda', 'skoda:ŠKODA']],
    ['ON shoes go on and on', ['on:ON']],
    ['ב-Foldmaster ול-Foldmaster', ['f:Foldmaster', 'f:Foldmaster']],
    ["Foldmaster'ın fiyatı", ['f:Foldmaster']],
    ['Brückner & Lenz', ['bl:Brückner & Lenz']],
    ['BRUCKNER & LENZ, Bru\u0308ckner & Lenz', ['bl:BRUCKNER & LENZ', 'bl:Bru\u0308ckner & Lenz']],
    ['der Brückner-Lenz und Brückner & Lenzing', []],
    ['قفل آمن وقوي، والآمن أيضا، آمنة', []],
    ['أقفال حصين ممتازة وحصين موثوق، الحصينة لا', ['hs:حصين', 'hs:حصين']],
    ['ล็อคสยามล็อคแข็งแรง', ['sl:สยามล็อค']],
    ['Ｆｏｌｄｍａｓｔｅｒ　９０ と ﬁx', ['f:Ｆｏｌｄｍａｓｔｅｒ　９０']],
  ])('in “%s”', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('stand where they say, whatever comes before them', () => {
    fc.assert(
      fc.property(fc.constantFrom('', 'ﬁ ', 'İ ', '😀 ', 'ガ ', 'e\u0301 ', 'ß ', '１ '), (before) => {
        const text = `${before}Foldmaster ok`;
        expect(matcher.find(text).map((mention) => text.slice(mention.start, mention.end))).toEqual([
          'Foldmaster',
        ]);
      }),
    );
  });
});

/** Words in many scripts that are no names; some fold to more or fewer units than they are written with. */
const others = [
  'the',
  'größer',
  'ﬁx',
  '…',
  '😀',
  '\ud83d',
  'ﷺ',
  'น้ำ',
  'ﾊﾟﾝ',
  '自転車',
  'قوي',
  '가볍고',
  'e\u0301',
  '\0',
];
/** Names as they are written, and which brand each is of. */
const written: readonly (readonly [name: string, brand: string])[] = [
  ['ARC', 'arc'],
  ['Foldmaster 90', 'f'],
  ['Ｆｏｌｄｍａｓｔｅｒ', 'f'],
  ['ｻｲｸﾙｶﾞｰﾄﾞ', 'cg'],
  ['사이클가드', 'cg'],
  ['S\u030ckoda', 'skoda'],
  ['鉄錠', 'tetsu'],
  ['وحصين', 'hs'],
  ['สยามล็อค', 'sl'],
];

it('finds every name where it stands, whatever stands between', () => {
  const word = fc.oneof(
    fc.constantFrom(...others).map((text) => ({ text, brand: null })),
    fc.constantFrom(...written).map(([text, brand]) => ({ text, brand })),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      let at = 0;
      const expected = words.flatMap(({ text, brand }) => {
        const start = at;
        at += text.length + 3;
        // The letter for "and" is written onto the name and is no part of it.
        const prefix = text.startsWith('و') ? 1 : 0;
        return brand === null ? [] : [{ brand, start: start + prefix, end: start + text.length }];
      });
      const mentions = matcher.find(words.map(({ text }) => text).join(' ; '));
      expect(mentions.map((each) => ({ ...each, brand: matcher.brands[each.brand]?.id }))).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

describe('decisions', () => {
  it('dismiss a proposal and accept another', () => {
    const columns = ['US', 'GB', 'JP'].map((label) =>
      column(
        label,
        sample('1. **Foldmaster 90** – good\n2. **CycleGuard X** – light', {
          entities: [
            { type: 'product', name: 'Foldmaster 90' },
            { type: 'product', name: 'CycleGuard X' },
          ],
        }),
      ),
    );
    const names = (decisions: readonly BrandDecision[]) =>
      compareObservations(columns, {
        ...defaultOptions,
        brands: { version: '1', brands: [], decisions },
      }).brands.rows.map((row) => [row.name, row.proposed]);
    expect(names([])).toEqual([
      ['Foldmaster 90', true],
      ['CycleGuard X', true],
    ]);
    expect(names([{ kind: 'dismiss', name: 'CycleGuard X' }])).toEqual([['Foldmaster 90', true]]);
    expect(names([{ kind: 'accept', name: 'cycleguard x', as: 'own' }])).toEqual([
      ['cycleguard x', false],
      ['Foldmaster 90', true],
    ]);
  });

  it('do not propose labels or ordinary words', () => {
    const labels =
      '1. **Price:** low price\n2. **Best overall** is the best overall choice\n3. **Note:** take note\n\n**Safety** matters, and safety sells.';
    const rows = compareObservations(
      ['US', 'GB', 'CA'].map((label) => column(label, labels)),
      defaultOptions,
    ).brands.rows;
    expect(rows).toEqual([]);
  });
});
