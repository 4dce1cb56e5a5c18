/** What the words of a text deny and affirm. */

import { contentStem } from '../words/terms.ts';
import type { Token } from '../words/tokens.ts';
import {
  bounds,
  type Cues,
  conditions,
  cuesOf,
  denyingPhrases,
  doubleDenials,
  lightWords,
  objectCues,
  onlyWords,
  opposites,
  outVerbs,
  priceWords,
  reservations,
  someFew,
  subjectDeniers,
  suppositions,
  switches,
  switchStem,
  synonyms,
  unlike,
} from './cues.ts';
import { stemOf } from './statedValues.ts';

export type Negation = {
  readonly stems: readonly string[];
  readonly label: string;
  /** Its subject, where that is denied: "A charger is not included". */
  readonly about?: readonly string[];
};

export type DeniedWords = {
  readonly negations: readonly Negation[];
  readonly affirmed: ReadonlyMap<string, string>;
  readonly stems: ReadonlySet<string>;
};

/** Marks that end the reach of a negation, and a sentence. */
const [clauseEnds, sentenceEnds] = ['.,;:!?|()。、，–—', '.!?|。'];
/** Stems behind "not" that deny the subject. */
const denySubject: ReadonlySet<string> = new Set(
  'included available allowed permitted possible necessary supported accepted covered option welcome offered present part fitted'
    .concat(
      ' vorhanden enthalten erlaubt nötig möglich verfügbar autorisé inclus nécessaire possible disponible permitido incluido necesario posible permesso incluso necessario possibile incluído necessário disponível',
    )
    .split(' ')
    .map((word) => contentStem(word) ?? word),
);
/** Stems that a negation reaches. */
const reach = 3;

/** The stem of a word, and one for what means the same; in English without the "s" of a short word ("runs", "nuts"). */
export function stemIn(token: Token, lower: string, language: string): string | undefined {
  const same = synonyms[language]?.get(lower);
  if (same !== undefined) return contentStem(same) ?? same;
  const stem = stemOf(token);
  if (language !== 'en') return stem;
  return stem !== undefined && stem.length < 5 && /^[a-z]{2,}[^s]s$/.test(stem) ? stem.slice(0, -1) : stem;
}

/** What was read so far. */
type Reading = {
  readonly tokens: readonly Token[];
  readonly text: string;
  readonly cues: Cues | null;
  readonly language: string;
  readonly isEnglish: boolean;
  readonly negations: Negation[];
  /** The words that a stem was written as, outside of negations. */
  readonly affirmed: Map<string, string>;
  readonly stems: Set<string>;
  /** The negation whose words are being read. */
  open: { stems: string[]; start: number; end: number; isPhrase?: boolean } | null;
  /** Content words of the sentence so far, outside of negations. */
  before: { readonly stem: string; readonly token: Token; readonly at: number }[];
  /** Where the phrase that is being read ends. */
  from: number;
  /** Whether the clause is a condition. */
  isSupposed: boolean;
};

export function readWords(tokens: readonly Token[], text: string, language: string): DeniedWords {
  const cues = cuesOf[language] ?? null;
  const reading: Reading = {
    ...{ tokens, text, cues, language, isEnglish: language === 'en', negations: [], affirmed: new Map() },
    ...{ stems: new Set(), open: null, before: [], from: 0, isSupposed: false },
  };
  const { negations, affirmed, stems } = reading;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (token.kind === 'mark') readMark(reading, token.key.charAt(0));
    else if (at >= reading.from) {
      const lower = plainWord(token);
      if (token.kind !== 'word' || !readCue(reading, token, lower, at))
        readContent(reading, token, lower, at);
    }
  }
  close(reading);
  for (const { label, isOff } of reading.isEnglish ? switchesIn(text) : []) {
    if (isOff) negations.push({ stems: [switchStem], label });
    else affirmed.set(switchStem, label);
  }
  return { negations, affirmed, stems };
}

function readMark(reading: Reading, mark: string): void {
  if (!clauseEnds.includes(mark)) return;
  close(reading);
  reading.isSupposed = false;
  if (sentenceEnds.includes(mark)) reading.before = [];
}

const lastStems = ({ before }: Reading): readonly string[] => before.slice(-reach).map(({ stem }) => stem);

/** Ends the open negation. */
function close(reading: Reading): void {
  const { open, before, text, negations } = reading;
  reading.open = null;
  if (open === null) return;
  if (open.stems.length > 0) {
    const about = denySubject.has(open.stems[0] ?? '') ? lastStems(reading) : [];
    negations.push({ stems: open.stems, label: text.slice(open.start, open.end), about });
  }
  // "With a data plan, no."
  else if (open.isPhrase !== true && before.length > 0) {
    const label = text.slice(before.at(-reach)?.token.start ?? before[0]?.token.start, open.end);
    negations.push({ stems: takenBack(lastStems(reading), reading.affirmed), label });
  }
}

/** Takes the open negation back: what it denied is so. */
function affirm(reading: Reading): void {
  for (const stem of reading.open?.stems ?? []) reading.affirmed.set(stem, stem);
  reading.open = null;
}

/** Reads a word that begins or ends a negation; false if it does neither. */
function readCue(reading: Reading, token: Token, lower: string, at: number): boolean {
  const { tokens, cues, isEnglish, open } = reading;
  if (cues === null) return false;
  if (cues.ends.has(lower)) {
    if (isEnglish && reservations.has(lower)) reading.open = null;
    else if (open === null || open.stems.length > 0 || !conditions.has(lower)) close(reading);
    reading.isSupposed = isEnglish && open === null && suppositions.has(lower);
    return true;
  }
  if (isEnglish && open === null && readPhrase(reading, token, lower, at)) return true;
  const keepsFrom = isEnglish && lower === 'from' && reading.before.slice(-2).some(isKeep);
  if (!keepsFrom && !isDenial(lower, cues, tokens[at - 1])) return false;
  if (open !== null) {
    if (doubleDenials.has(lower)) affirm(reading);
    return true;
  }
  if (reading.isSupposed || isNone(reading, lower, at)) return true;
  const verb = reading.before.at(-1);
  reading.open = { stems: [], start: token.start, end: token.end };
  if (verb?.at === at - 1 && objectCues.has(lower)) {
    reading.affirmed.delete(verb.stem);
    reading.open.stems.push(verb.stem);
    reading.open.start = verb.token.start;
  }
  return true;
}

function isDenial(lower: string, cues: Cues, before: Token | undefined): boolean {
  if (cues.negations.has(lower)) return true;
  if (cues !== cuesOf.en) return false;
  return lower.endsWith("n't") || (lower === 'few' && !someFew.has(before?.key.toLowerCase() ?? ''));
}

/** Whether a negation denies nothing: "not only", "no other", "no bigger than", "why not". */
function isNone({ tokens, isEnglish }: Reading, lower: string, at: number): boolean {
  const next = tokens[at + 1]?.key.toLowerCase() ?? '';
  if (onlyWords.has(next)) return true;
  if (!isEnglish) return false;
  if (tokens[at - 1]?.key.toLowerCase() === 'why') return true;
  // "Not as noisy" says less, not no.
  if (next === 'as' && lower !== 'no') return true;
  // "Cannot go wrong", "will not be disappointed".
  const after = tokens[at + 2]?.key.toLowerCase() ?? '';
  if ((next === 'go' || next === 'be') && onlyWords.has(after)) return true;
  return (
    bounds.test(next) && after === 'than' && (lower === 'no' || !next.endsWith('er') || next === 'later')
  );
}

/** Reads a phrase that denies: "free of", "non-slip", "was left out". */
function readPhrase(reading: Reading, token: Token, lower: string, at: number): boolean {
  const { tokens, text, negations, affirmed, stems } = reading;
  const rest = restOfPhrase(lower, tokens, at);
  if (rest > 0) {
    reading.from = at + 1 + rest;
    if (!reading.isSupposed) reading.open = { stems: [], start: token.start, end: token.end, isPhrase: true };
    return true;
  }
  const last = reading.before.at(-1);
  // "Nut-free".
  if (lower === 'free' && last !== undefined && text.charAt(token.start - 1) === '-') {
    const label = text.slice(last.token.start, token.end);
    negations.push({ stems: takenBack([last.stem], affirmed), label });
    return true;
  }
  const next = tokens[at + 2];
  if (lower === 'non' && next?.kind === 'word' && text.charAt(token.end) === '-') {
    const stem = stemIn(next, plainWord(next), 'en');
    if (stem !== undefined) stems.add(stem);
    negations.push({ stems: stem === undefined ? [] : [stem], label: text.slice(token.start, next.end) });
    reading.from = at + 3;
    return true;
  }
  if (lower !== 'out' || last?.at !== at - 1 || !outVerbs.has(plainWord(last.token))) return false;
  const label = text.slice(reading.before.at(-reach)?.token.start ?? last.token.start, token.end);
  negations.push({ stems: takenBack(lastStems(reading), affirmed), label });
  return true;
}

function readContent(reading: Reading, token: Token, lower: string, at: number): void {
  const { language, isEnglish, open, negations, affirmed, stems } = reading;
  const stem = stemIn(token, lower, language);
  if (stem === undefined || (open?.stems.length === 0 && isEnglish && lightWords.has(lower))) return;
  const positive = opposites[language]?.get(lower) ?? (isEnglish ? unlike.exec(lower)?.[1] : undefined);
  if (positive !== undefined) {
    const base = contentStem(positive) ?? positive;
    stems.add(base);
    if (reading.isSupposed) return;
    if (open === null) {
      const subject = subjectDeniers.has(lower) ? takenBack(lastStems(reading), affirmed) : [];
      negations.push({ stems: [...subject, base], label: token.key });
      return;
    }
    affirmed.set(base, token.key);
    // "Not dangerous for children" denies no more.
    if (open.stems.length === 0) reading.open = null;
    return;
  }
  stems.add(stem);
  if (open === null) {
    affirmed.set(stem, token.key);
    reading.before.push({ stem, token, at });
    return;
  }
  open.stems.push(stem);
  open.end = token.end;
  if (open.stems.length >= reach) close(reading);
}

/** The stems, no longer affirmed. */
function takenBack(stems: readonly string[], affirmed: Map<string, string>): readonly string[] {
  for (const stem of stems) affirmed.delete(stem);
  return stems;
}

/** In lower case, with a straight apostrophe. */
function plainWord({ key }: Token): string {
  const lower = key.toLowerCase();
  return lower.includes('’') ? lower.replaceAll('’', "'") : lower;
}

/** "Keeps the rain from". */
const isKeep = ({ stem }: { readonly stem: string }): boolean => stem === 'keeps' || stem === 'keep';

/** Tokens behind one that begins a phrase which denies ("free of", "too large for"); 0 if it begins none. */
function restOfPhrase(lower: string, tokens: readonly Token[], at: number): number {
  const next = tokens[at + 1]?.key.toLowerCase() ?? '';
  const after = tokens[at + 2]?.key.toLowerCase() ?? '';
  if (denyingPhrases.get(lower)?.has(next) === true && !priceWords.has(after)) return 1;
  return lower === 'too' && (after === 'for' || after === 'to') ? 2 : 0;
}

/** What a text says to turn on or off. */
function switchesIn(text: string): readonly { readonly label: string; readonly isOff: boolean }[] {
  return [...text.matchAll(switches)].map(([label]) => ({
    label,
    isOff: / off$/iu.test(label) !== /\b(?:not|never|don['’]t)\b/iu.test(label),
  }));
}
