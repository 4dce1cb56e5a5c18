import fc from 'fast-check';
import { hostileTexts } from '#tests/support/analysis/hostileMarkdown.ts';

/** Longest text or byte sequence that is generated. */
const maxLength = 100_000;

/** Words of every notation that is read somewhere, and what readers of text stumble over. */
const fragments = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ':',
    ',',
    '\\',
    '/',
    '<',
    '>',
    '&',
    '=',
    '`',
    '|',
    '*',
    '_',
    '~',
    '#',
    '-',
    '+',
  ],
  ...[
    '(',
    ')',
    '!',
    '?',
    '@',
    '$',
    '%',
    '^',
    ';',
    '.',
    ' ',
    '  ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    '```',
    '**',
  ],
  ...[
    '\0',
    '\x1b[31m',
    '\x1b]52;c;aGk=\x07',
    '\x9b',
    '\u2028',
    '\ufeff',
    '\u200d',
    '\u202e',
    '\ud800',
    '\udc00',
  ],
  ...[
    'é',
    'e\u0301',
    'ß',
    'İ',
    '日本',
    '👩‍👩‍👧',
    '１２',
    '٣',
    'ﬁ',
    'ا',
    'ภาษา',
    '0',
    '1',
    '-1',
    '1e999',
    '9007199254740993',
  ],
  ...[
    'null',
    'true',
    'NaN',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'data: ',
    'event: ',
    '[DONE]',
  ],
  ...[
    '<answer>',
    '</answer>',
    '<a>',
    '<script>',
    '</script>',
    '<!--',
    '-->',
    '<![CDATA[',
    '&amp;',
    '&#0;',
    '%00',
    '%zz',
  ],
  ...[
    'http://',
    'https://a.example/',
    'javascript:',
    'data:text/html,',
    '//',
    '..',
    '../',
    'www.',
    '127.0.0.1',
    '[::1]',
  ],
  ...[
    '=1+1',
    '@SUM(1)',
    '2026-10-31',
    '1,234.50 €',
    'Nordlauf',
    'a',
    'the ',
    '1. ',
    '> ',
    '- ',
    '# ',
    '| a |',
    '[1]',
  ],
] as const;

const fragment = fc.constantFrom<string>(...fragments);
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join('')),
);

/** A place in a sequence as a share of its length, so that a change stays a change when the sequence shrinks. */
const place = fc.nat(10_000);
const at = (share: number, length: number): number => Math.floor((share / 10_000) * length);

const textChange = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), from: place, text: fc.oneof(fragment, anyText) }),
  fc.record({ kind: fc.constant('remove' as const), from: place, size: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constant('cut' as const), from: place }),
  fc.record({
    kind: fc.constant('copy' as const),
    from: place,
    to: place,
    size: fc.integer({ min: 1, max: 200 }),
  }),
  fc.record({
    kind: fc.constant('repeat' as const),
    from: place,
    size: fc.integer({ min: 1, max: 12 }),
    times: fc.integer({ min: 2, max: 300 }),
  }),
);
export type TextChange = typeof textChange extends fc.Arbitrary<infer Change> ? Change : never;

export function changedBy(text: string, change: TextChange): string {
  const from = at(change.from, text.length);
  switch (change.kind) {
    case 'insert':
      return text.slice(0, from) + change.text + text.slice(from);
    case 'remove':
      return text.slice(0, from) + text.slice(from + change.size);
    case 'cut':
      return text.slice(0, from);
    case 'copy': {
      const to = at(change.to, text.length);
      return text.slice(0, to) + text.slice(from, from + change.size) + text.slice(to);
    }
    case 'repeat':
      return (
        text.slice(0, from) + text.slice(from, from + change.size).repeat(change.times) + text.slice(from)
      );
  }
}

/** Changes for a text that is only known while an input is tried. */
export const textChanges = (maxLength: number): fc.Arbitrary<readonly TextChange[]> =>
  fc.array(textChange, { minLength: 1, maxLength });

/** One of the seeds with some changes, or anything. Short, so that many are tried. */
export function mutatedText(seeds: readonly string[]): fc.Arbitrary<string> {
  const mutated = fc
    .tuple(fc.constantFrom(...seeds), fc.array(textChange, { maxLength: 8 }))
    .map(([seed, changes]) => changes.reduce(changedBy, seed).slice(0, maxLength));
  return fc.oneof({ weight: 6, arbitrary: mutated }, { weight: 1, arbitrary: anyText });
}

/** A few fragments one after another, thousands of times: what shows work that grows with the square of the length. */
const repeated = fc
  .tuple(
    fc.array(fragment, { minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1, max: maxLength }),
    fc.array(fragment, { maxLength: 2 }),
    fc.array(fragment, { maxLength: 2 }),
  )
  .map(([parts, length, before, after]) => {
    const part = parts.join('');
    return before.join('') + part.repeat(Math.ceil(length / part.length)).slice(0, length) + after.join('');
  });

const hostileMarkdown = fc
  .tuple(fc.constantFrom(...Object.values(hostileTexts)), fc.integer({ min: 64, max: maxLength }))
  .map(([make, size]) => make(size));

/** The same with long texts among them. */
export function longText(seeds: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: mutatedText(seeds) },
    { weight: 1, arbitrary: repeated },
    { weight: 1, arbitrary: hostileMarkdown },
  );
}

const byteChange = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), from: place, byte: fc.nat(255) }),
  fc.record({ kind: fc.constant('insert' as const), from: place, bytes: fc.uint8Array({ maxLength: 8 }) }),
  fc.record({ kind: fc.constant('cut' as const), from: place }),
  fc.record({ kind: fc.constant('remove' as const), from: place, size: fc.integer({ min: 1, max: 64 }) }),
);
const wordChange = fc.record({
  kind: fc.constant('word' as const),
  word: fc.constantFrom(
    'CREATE',
    'TABLE',
    'INDEX',
    'TRIGGER',
    'STRICT',
    'NOT NULL',
    'TEXT',
    'INTEGER',
    'SELECT',
    'id',
    '{',
    '"',
    'SQLite',
  ),
  nth: fc.nat(40),
  by: fragment,
});
export type ByteChange =
  | (typeof byteChange extends fc.Arbitrary<infer Change> ? Change : never)
  | (typeof wordChange extends fc.Arbitrary<infer Change> ? Change : never);

/** Changes for bytes that are too many to be kept with every input, such as a database. */
export const byteChanges = (maxLength: number): fc.Arbitrary<readonly ByteChange[]> =>
  fc.array(fc.oneof(byteChange, wordChange), { minLength: 1, maxLength });

export function changedBytes(bytes: Uint8Array, change: ByteChange): Uint8Array {
  if (change.kind === 'word') {
    const whole = Buffer.from(bytes);
    let found = whole.indexOf(change.word);
    for (let nth = 0; nth < change.nth && found !== -1; nth += 1)
      found = whole.indexOf(change.word, found + 1);
    // As long as it was: everything behind it stays where it is.
    if (found !== -1)
      whole.write(change.by.padEnd(change.word.length).slice(0, change.word.length), found, 'latin1');
    return new Uint8Array(whole);
  }
  const from = at(change.from, bytes.length);
  if (change.kind === 'cut') return bytes.slice(0, from);
  const put = change.kind === 'set' ? [change.byte] : change.kind === 'insert' ? change.bytes : [];
  const taken = change.kind === 'set' ? 1 : change.kind === 'remove' ? change.size : 0;
  return new Uint8Array(
    Buffer.concat([bytes.subarray(0, from), Uint8Array.from(put), bytes.subarray(from + taken)]),
  );
}

/** One of the seeds, its bytes changed at some places. */
export function mutatedBytes(seeds: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const mutated = fc
    .tuple(fc.constantFrom(...seeds), fc.array(byteChange, { maxLength: 6 }))
    .map(([seed, changes]) => changes.reduce<Uint8Array>(changedBytes, seed));
  return fc.oneof(
    { weight: 6, arbitrary: mutated },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  );
}

/** What may stand in the place of anything; as JSON text, since `__proto__` is a name like any other there. */
const oddJson = fc.oneof(
  fc.constantFrom<string>(
    ...[
      'null',
      'true',
      'false',
      '0',
      '-0',
      '-1',
      '1.5',
      '1e300',
      '9007199254740993',
      '""',
      '" "',
      '"x"',
      '[]',
      '[null]',
      '{}',
    ],
    ...[
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"a":[1]}',
      '[[[[]]]]',
    ],
    ...[
      '"\\u0000"',
      '"\\ud800"',
      '"日本 👟"',
      '"http://127.0.0.1/"',
      '"javascript:alert(1)"',
      '"US"',
      '"2026-10-31"',
    ],
    `"${'x'.repeat(20_000)}"`,
    `${'['.repeat(200)}${']'.repeat(200)}`,
    `${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`,
  ),
  fc.json({ maxDepth: 3 }),
  anyText.map((text) => JSON.stringify(text)),
);
const oddName = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'length',
  '',
  '0',
  'text',
  'url',
  'x',
);

const jsonChange = fc.record({
  at: fc.nat(5_000),
  how: fc.constantFrom(
    'drop' as const,
    'replace' as const,
    'repeat' as const,
    'name' as const,
    'many' as const,
  ),
  value: oddJson,
  name: oddName,
});
export type JsonChange = typeof jsonChange extends fc.Arbitrary<infer Change> ? Change : never;

/** Changes for a tree that is only known while an input is tried. */
export const jsonChanges = (maxLength: number): fc.Arbitrary<readonly JsonChange[]> =>
  fc.array(jsonChange, { maxLength });

type Place = { readonly holder: object; readonly key: string; readonly above: Place | null };

/** Members and items of a tree, level by level, as many as are looked at. */
function placesIn(tree: unknown): readonly Place[] {
  const places: Place[] = [{ holder: { tree }, key: 'tree', above: null }];
  for (let next = 0; next < places.length && places.length < 3_000; next += 1) {
    const above = places[next] as Place;
    const child = valueAt(above);
    if (typeof child !== 'object' || child === null) continue;
    for (const key of Object.keys(child)) places.push({ holder: child, key, above });
  }
  return places;
}

const valueAt = ({ holder, key }: Place): unknown => Object.getOwnPropertyDescriptor(holder, key)?.value;

/** The same object with one member set; `__proto__` is a name like any other. */
function withMember(holder: object, key: string, value: unknown): object {
  const copy = Array.isArray(holder) ? [...holder] : { ...holder };
  return Object.defineProperty(copy, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Changes the nth member or item of a tree and leaves the tree that was given as it is. */
export function changedTree(tree: unknown, change: JsonChange): unknown {
  const places = placesIn(tree);
  const place = places[change.at % places.length] as Place;
  let changed = changedHolder(place, change, places.length);
  for (let above = place.above; above !== null; above = above.above)
    changed = withMember(above.holder, above.key, changed);
  return Reflect.get(changed, 'tree');
}

function changedHolder(place: Place, { how, value, name }: JsonChange, size: number): object {
  const { holder, key, above } = place;
  if (how === 'replace' || above === null) return withMember(holder, key, JSON.parse(value));
  // Copies of copies of copies would fill the memory when they are written out.
  const copies = how === 'many' && size < 200 ? 50 : 1;
  const old = valueAt(place);
  if (Array.isArray(holder))
    return how === 'drop'
      ? holder.toSpliced(Number(key), 1)
      : holder.toSpliced(Number(key), 0, ...Array(copies).fill(old));
  if (how === 'drop') return Object.fromEntries(Object.entries(holder).filter(([other]) => other !== key));
  return how === 'name'
    ? withMember(holder, name, JSON.parse(value))
    : withMember(holder, key, Array(copies).fill(old));
}

/** One of the seeds, some of its members left out, changed, repeated or added. */
export function mutatedJson(seeds: readonly unknown[], maxChanges = 6): fc.Arbitrary<unknown> {
  const mutated = fc
    .tuple(fc.constantFrom(...seeds), fc.array(jsonChange, { maxLength: maxChanges }))
    .map(([seed, changes]) => changes.reduce<unknown>(changedTree, seed));
  return fc.oneof(
    { weight: 8, arbitrary: mutated },
    { weight: 1, arbitrary: oddJson.map((text): unknown => JSON.parse(text)) },
  );
}

/** JSON text, mostly valid: a changed tree, sometimes its text changed as well. */
export function mutatedJsonText(seeds: readonly unknown[]): fc.Arbitrary<string> {
  const tree = mutatedJson(seeds).map((value) => JSON.stringify(value) ?? 'null');
  return fc.oneof(
    { weight: 3, arbitrary: tree },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tree, fc.array(textChange, { minLength: 1, maxLength: 3 }))
        .map(([text, changes]) => changes.reduce(changedBy, text).slice(0, 4 * maxLength)),
    },
  );
}
