/**
 * What a template can leave open: `{topic}` is a plural noun phrase and `{Topic}` the same at the start of a
 * sentence, `{percent}` a small share and `{share}` a large one, `{n}` a number from 3 to 9.
 */
const slotNames = [
  'topic',
  'Topic',
  'brand',
  'other',
  'price',
  'low',
  'high',
  'rating',
  'reviews',
  'percent',
  'share',
  'n',
  'months',
  'year',
  'aspect',
  'country',
  'subject',
] as const;
export type SlotName = (typeof slotNames)[number];

const isSlot = (name: string): name is SlotName => (slotNames as readonly string[]).includes(name);

/** What stands in braces without being a slot, and braces that stand alone. */
export function unknownSlots(template: string): string[] {
  const found = template.match(/\{[^{}]*\}?|\}/g) ?? [];
  return found.filter((brace) => !brace.endsWith('}') || !isSlot(brace.slice(1, -1)));
}

/** Gives the value of a slot; asked only for the slots a template has. */
export type Slots = (name: SlotName) => string;

type Compiled = {
  readonly literals: readonly string[];
  readonly slots: readonly SlotName[];
  readonly words: number;
  readonly topicSlots: number;
};

/** Templates are few and used a million times, so each is taken apart once. */
const compiled = new Map<string, Compiled>();

/** Puts the slots' values into a template. */
export function fill(template: string, slots: Slots): string {
  const { literals, slots: names } = compile(template);
  let text = literals[0] ?? '';
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at];
    if (name !== undefined) text += slots(name);
    text += literals[at + 1] ?? '';
  }
  return text;
}

/** About how many words a filled template has, in any script; the template itself is counted once. */
export function wordsIn(template: string, topicWords: number): number {
  const { words, topicSlots } = compile(template);
  return words + topicSlots * (topicWords - 1);
}

function compile(template: string): Compiled {
  const known = compiled.get(template);
  if (known !== undefined) return known;
  const parts = template.split(/\{([A-Za-z]+)\}/);
  const slots = parts.filter((_, index) => index % 2 === 1).filter(isSlot);
  const entry: Compiled = {
    literals: parts.filter((_, index) => index % 2 === 0),
    slots,
    words: countWords(template),
    topicSlots: slots.filter((name) => name === 'topic' || name === 'Topic').length,
  };
  compiled.set(template, entry);
  return entry;
}

/** Made when it is first needed: it loads ICU's data, 8 ms of a start. */
let segmenter: Intl.Segmenter | undefined;

/** Words of a text in any script. */
export function countWords(text: string): number {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  let words = 0;
  for (const segment of segmenter.segment(text)) if (segment.isWordLike === true) words += 1;
  return words;
}
