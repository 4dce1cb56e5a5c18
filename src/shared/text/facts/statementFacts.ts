/**
 * The facts that a block states: values with their units, dates, names, what is negated, and what is recommended.
 *
 * Values, dates and brands are read in the original, by the rules of its market. Words (negations, recommendations,
 * what a number counts) are read in the text that is compared: the translation, where there is one. Languages without
 * a list of cues below have values, dates and brands only.
 */

import { once } from '../../once.ts';
import type { NumberRules } from '../words/numberRules.ts';
import { contentStem } from '../words/terms.ts';
import { sentences, type Token, tokenize } from '../words/tokens.ts';
import { negates } from './negations.ts';

export type StatedValue = {
  readonly value: number;
  /** The number as it stands before its unit, for a text whose unit was not read. */
  readonly bare: number;
  /** Unit in its base (lb as kg), or ISO 4217 or the sign of a price; "" for a bare number. */
  readonly unit: string;
  readonly isPrice: boolean;
  /** As written. */
  readonly label: string;
  /** Stems of the words around it, which say what it counts; empty if they are not known. */
  readonly about: readonly string[];
};

/** Unit of durations, in seconds. */
export const timeUnit = 's';

type Negation = { readonly stems: readonly string[]; readonly label: string };

export type StatedName = { readonly key: string; readonly label: string };

export type StatementFacts = {
  readonly values: readonly StatedValue[];
  readonly dates: readonly { readonly key: string; readonly label: string }[];
  readonly brands: readonly StatedName[];
  readonly negations: readonly Negation[];
  /** The words that a stem was written as, outside of negations. */
  readonly affirmed: ReadonlyMap<string, string>;
  /** What is recommended: names, or else the words after the cue. */
  readonly recommended: readonly {
    readonly names: readonly StatedName[];
    readonly stems: readonly string[];
    readonly label: string;
  }[];
  /** All words that carry content. */
  readonly stems: ReadonlySet<string>;
  /** Its sentences, split when they are first asked for. */
  readonly statements: () => readonly { readonly text: string; readonly stems: readonly string[] }[];
  /** Yes and no in the cells of a table's row; empty for other blocks. */
  readonly cells: readonly (boolean | null)[];
  /** What it tells the reader to stay away from. */
  readonly discouraged: readonly StatedName[];
  /** Whether the original negates something; null where its language is not known. */
  readonly negates: boolean | null;
  /** Whether a translator dropped or added a negation: what the words then negate says nothing. */
  readonly isDoubtful: boolean;
  /** Language whose cues were read; null if there are none for it. */
  readonly cues: string | null;
};

/** Where the values and names of a block stand. */
type FactSource = {
  readonly original: string;
  readonly originalRules: NumberRules;
  /** The text whose words are compared; equal to `original` without a translation. */
  readonly words: string;
  readonly wordsRules: NumberRules;
  readonly namesInOriginal: readonly NameRange[];
  readonly namesInWords: readonly NameRange[];
};
export type NameRange = {
  readonly start: number;
  readonly end: number;
  readonly key: string;
  readonly label: string;
};

type Cues = {
  readonly negations: ReadonlySet<string>;
  /** Words that end the reach of a negation. */
  readonly ends: ReadonlySet<string>;
  readonly recommends: RegExp;
  /** Words for 1 to 12. */
  readonly numbers: readonly string[];
  /** Second, minute, hour, day, week, month, year: the first letters of each. */
  readonly times: RegExp;
};

/** Seconds of each unit of time, in the order of `times`. */
const seconds = [1, 60, 3600, 86_400, 604_800, 2_629_746, 31_556_952];

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const cuesOf: Readonly<Record<string, Cues>> = {
  en: {
    negations: words(
      "not no never without cannot can't don't doesn't isn't aren't won't shouldn't wasn't weren't didn't hasn't haven't neither nor none nothing lacks lack lacking avoid hardly dont isnt stopped ceased prevent prevents prevented",
    ),
    ends: words('but and however although though because so which while if when unless until then'),
    recommends:
      /\b(?:recommend\w*|(?:best|safest|right|good|better) (?:choice|option|pick|overall|buy|bet|fit|one)|our (?:pick|choice)|top (?:pick|choice)|first choice|favou?rite|winner|go (?:for|with)|(?:start|begin) with|opt for|choose|pick|is the (?:best|right|one)|the right \w+ is|to (?:get|choose|buy|take) is|(?:is|are) (?:the )?(?:most )?suit(?:s|ed|able)|most suitable|makes? sense|stands? out|usual pick|suggest\w*|advis\w+)\b/iu,
    numbers: 'one two three four five six seven eight nine ten eleven twelve'.split(' '),
    times: /^(?:(sec)|(min)|(hour|hr)|(day|night)|(week)|(month)|(year))\p{L}*$/iu,
  },
  de: {
    negations: words(
      'nicht kein keine keinen keiner keinem keines nie niemals ohne weder nichts kaum vermeiden',
    ),
    ends: words('aber und jedoch obwohl weil dass während oder wenn sondern'),
    recommends:
      /(?:empf(?:eh|ieh|ohl)\p{L}*|beste (?:wahl|option)|testsieger|favorit|wählen sie|erste wahl|greifen sie zu|übliche wahl)/iu,
    numbers: 'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
    times: /^(?:(sek)|(min)|(stund)|(tag|nächt)|(woch)|(monat)|(jahr))\p{L}*$/iu,
  },
  fr: {
    negations: words('pas aucun aucune jamais sans ni rien évitez éviter'),
    ends: words('mais et cependant car parce qui tandis ou si quand'),
    recommends:
      /(?:recommand\p{L}*|conseill\p{L}*|meilleur choix|premier choix|favori|optez pour|choisissez)/iu,
    numbers: 'un deux trois quatre cinq six sept huit neuf dix onze douze'.split(' '),
    times: /^(?:(sec)|(min)|(heure)|(jour|nuit)|(semain)|(mois)|(an(?:s|née)?))\p{L}*$/iu,
  },
  es: {
    negations: words('no nunca sin ni ningún ninguna ninguno nada evite evitar tampoco'),
    ends: words('pero y aunque porque que mientras o si cuando sino'),
    recommends: /(?:recom(?:ien|en)d\p{L}*|aconsej\p{L}*|mejor opción|favorit\p{L}*|elija|elige|opte por)/iu,
    numbers: 'un dos tres cuatro cinco seis siete ocho nueve diez once doce'.split(' '),
    times: /^(?:(seg)|(min)|(hora)|(día|noche)|(semana)|(mes)|(año))\p{L}*$/iu,
  },
  it: {
    negations: words('non mai senza né nessun nessuna nessuno niente evitare evitate'),
    ends: words('ma e però perché che mentre o se quando'),
    recommends: /(?:raccomand\p{L}*|consigli\p{L}*|scelta migliore|prima scelta|preferit\p{L}*|scegliete)/iu,
    numbers: 'un due tre quattro cinque sei sette otto nove dieci undici dodici'.split(' '),
    times: /^(?:(sec)|(min)|(or[ae])|(giorn|nott)|(settiman)|(mes[ei])|(ann[oi]))\p{L}*$/iu,
  },
  pt: {
    negations: words('não nunca sem nem nenhum nenhuma nada evite evitar'),
    ends: words('mas e porém porque que enquanto ou se quando'),
    recommends: /(?:recomend\p{L}*|aconselh\p{L}*|melhor (?:escolha|opção)|favorit\p{L}*|escolha|opte por)/iu,
    numbers: 'um dois três quatro cinco seis sete oito nove dez onze doze'.split(' '),
    times: /^(?:(seg)|(min)|(hora)|(dia|noite)|(semana)|(mês|mes)|(ano))\p{L}*$/iu,
  },
  nl: {
    negations: words('niet geen nooit zonder noch niets vermijd vermijden'),
    ends: words('maar en echter omdat dat terwijl of als wanneer'),
    recommends: /(?:aanbevol\p{L}*|raden|aanrad\p{L}*|beste keus|beste keuze|favoriet|kies)/iu,
    numbers: 'een twee drie vier vijf zes zeven acht negen tien elf twaalf'.split(' '),
    times: /^(?:(sec)|(min)|(uur|uren)|(dag|nacht)|(we[ek]k)|(maand)|(jaar|jaren))\p{L}*$/iu,
  },
};

/** English words that are the opposite of another by their first letters alone. */
const opposites = new Map(
  (
    'unsafe:safe unnecessary:necessary impossible:possible unsuitable:suitable unreliable:reliable ' +
    'unavailable:available insufficient:sufficient incompatible:compatible unlikely:likely uncomfortable:comfortable ' +
    'ineffective:effective unhealthy:healthy illegal:legal inadequate:adequate invalid:valid unable:able ' +
    'forbidden:allowed prohibited:allowed banned:allowed excludes:includes excluded:included excluding:including ' +
    'dangerous:safe unlocked:locked unstable:stable disabled:enabled disable:enable deactivate:enable ' +
    'superfluous:necessary needless:necessary unneeded:necessary optional:necessary paid:free closed:open'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
/** English words that mean the same where it is said whether something is so. */
const synonyms = new Map(
  (
    'required:necessary needed:necessary needs:necessary need:necessary mandatory:necessary compulsory:necessary ' +
    'obligatory:necessary requires:necessary permitted:allowed bundled:included supplied:included provided:included ' +
    'provides:included provide:included offers:included furnished:included integrated:connect integrate:connect ' +
    'integrates:connect linked:connect link:connect activate:enable activated:enable refund:repay refunds:repay ' +
    'reimburses:repay reimburse:repay returns:repay taking:take photography:photos photograph:photos'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
/** English phrases for on and off. */
const switches =
  /\b(?:(?:turn|switch)\w* off|(?:turn|switch|leave|keep)\w* [\w ]{1,30} off)\b|\b(?:(?:turn|switch)\w* on|(?:turn|switch|leave|keep)\w* [\w ]{1,30} (?:turned )?on(?= for|[ ]?[.,;!)]|$))\b/giu;

/** What those phrases deny or say. */
export const switchStem = 'enabl';

/** Stems that a negation reaches. */
const reach = 3;

/** Factors to one unit of each quantity. */
const bases: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  g: ['kg', 0.001],
  mg: ['kg', 1e-6],
  lb: ['kg', 0.45359],
  oz: ['kg', 0.02835],
  mm: ['m', 0.001],
  cm: ['m', 0.01],
  km: ['m', 1000],
  in: ['m', 0.0254],
  ft: ['m', 0.3048],
  mi: ['m', 1609.34],
  mph: ['km/h', 1.60934],
  ml: ['l', 0.001],
  cl: ['l', 0.01],
  gal: ['l', 3.78541],
  L: ['l', 1],
  MB: ['GB', 0.001],
  TB: ['GB', 1000],
  Wh: ['kWh', 0.001],
};

export function statementFacts(source: FactSource): StatementFacts {
  const { words: text, wordsRules } = source;
  const translated = source.words !== source.original;
  const cues = cuesOf[wordsRules.language] ?? null;
  const tokens = tokenize(text, wordsRules, source.namesInWords);
  const counted = valuesIn(tokens, text, wordsRules.language, cues);
  const own = translated
    ? valuesIn(
        tokenize(source.original, source.originalRules, source.namesInOriginal),
        source.original,
        source.originalRules.language,
        cuesOf[source.originalRules.language] ?? null,
      ).map((value) => withWords(value, counted))
    : counted;
  const spelled = translated ? counted.filter(({ label }) => /^\p{L}/u.test(label)) : [];
  const read = readWords(tokens, text, cues);
  const original = translated
    ? tokenize(source.original, source.originalRules, source.namesInOriginal)
    : tokens;
  const names = [...source.namesInWords, ...properNames(text, wordsRules.language, source.namesInWords)];
  const isNegated = negates(source.original, source.originalRules.language);
  return {
    values: [...own, ...spelled.filter((value) => !own.some((one) => one.bare === value.bare))],
    dates: original.flatMap(({ kind, key, start, end }) =>
      kind === 'date' ? { key, label: source.original.slice(start, end) } : [],
    ),
    brands: distinct(source.namesInOriginal),
    ...read,
    recommended: cues === null ? [] : recommendedIn(text, wordsRules.language, cues, names),
    cells: cellsIn(text),
    discouraged: discouragedIn(text, wordsRules.language, names),
    negates: isNegated,
    isDoubtful: translated && isNegated !== null && isNegated !== negates(text, wordsRules.language),
    statements: once(() =>
      sentences(text, wordsRules.language).map(([start, end]) => ({
        text: text.slice(start, end).trim(),
        stems: tokens.flatMap((token) =>
          token.start >= start && token.end <= end ? (stemOf(token) ?? []) : [],
        ),
      })),
    ),
    cues: cues === null ? null : wordsRules.language,
  };
}

const yes = /^(?:yes|ja|oui|sí|si|sim|✓|✔\ufe0f?|✅|there is)$/iu;
const no = /^(?:no|nein|non|não|nee|none|✗|✘|✕|❌|×)$/iu;

function cellsIn(text: string): StatementFacts['cells'] {
  if (!text.includes(' | ')) return [];
  return text
    .split(' | ')
    .map((cell) => (yes.test(cell.trim()) ? true : no.test(cell.trim()) ? false : null));
}

function distinct(names: readonly NameRange[]): readonly StatedName[] {
  return [...new Map(names.map(({ key, label }) => [key, { key, label }])).values()];
}

/** Content stem of a word; undefined for other tokens and function words. */
function stemOf({ kind, key }: Token): string | undefined {
  return kind === 'word' ? (contentStem(key) ?? undefined) : undefined;
}

function valuesIn(
  tokens: readonly Token[],
  text: string,
  language: string,
  cues: Cues | null,
): readonly StatedValue[] {
  return tokens.flatMap((token, at): readonly StatedValue[] => {
    const label = text.slice(token.start, token.end);
    const about = () => around(tokens, at, language);
    if (token.kind === 'word') {
      const count = countOf(token.key.toLowerCase(), tokens[at + 1]?.key.toLowerCase(), cues);
      return count === 0
        ? []
        : [{ ...ofTime(count, tokens, at, cues, text), bare: count, isPrice: false, about: about() }];
    }
    if (token.kind !== 'number' && token.kind !== 'price') return [];
    const [amount = '', ...rest] = token.key.split(' ');
    const bare = Number(amount);
    if (!Number.isFinite(bare)) return [];
    const written = rest.join(' ');
    const isPrice = token.kind === 'price';
    if (!isPrice && written === '')
      return [{ ...ofTime(bare, tokens, at, cues, text), bare, isPrice, about: about() }];
    const [unit, factor] = isPrice ? [written, 1] : (bases[written] ?? [written, 1]);
    return [{ value: bare * factor, bare, unit, isPrice, label, about: about() }];
  });
}

/** The count that a word stands for; 0 if it is none. */
function countOf(lower: string, next: string | undefined, cues: Cues | null): number {
  if (cues === cuesOf.en) {
    if (lower === 'twice') return 2;
    if (lower === 'once') return next === 'a' || next === 'per' || next === 'every' ? 1 : 0;
  }
  const count = (cues?.numbers.indexOf(lower) ?? -1) + 1;
  return count < 2 ? 0 : count;
}

/** A number before a unit of time, in seconds, written with its unit. */
function ofTime(
  count: number,
  tokens: readonly Token[],
  at: number,
  cues: Cues | null,
  text: string,
): Pick<StatedValue, 'value' | 'unit' | 'label'> {
  const next = tokens[at + 1]?.key === '-' ? tokens[at + 2] : tokens[at + 1];
  const start = tokens[at]?.start ?? 0;
  const found = next?.kind === 'word' ? cues?.times.exec(next.key) : null;
  const which = found?.slice(1).findIndex((group) => group !== undefined) ?? -1;
  const factor = seconds[which];
  return factor === undefined
    ? { value: count, unit: '', label: text.slice(start, tokens[at]?.end) }
    : { value: count * factor, unit: timeUnit, label: text.slice(start, next?.end) };
}

/** Stems after a number, up to the next number or mark, or else the one before it. */
function around(tokens: readonly Token[], at: number, language: string): readonly string[] {
  if (cuesOf[language] === undefined) return [];
  const stems: string[] = [];
  for (const token of tokens.slice(at + 1, at + 4)) {
    if (token.kind !== 'word') {
      if (token.kind === 'mark' && token.key === '-') continue;
      break;
    }
    const stem = stemOf(token);
    if (stem !== undefined) stems.push(stem);
  }
  return stems.slice(0, 2);
}

/** A value of the original with what it counts, and its unit if only the translation has words for it. */
function withWords(value: StatedValue, counted: readonly StatedValue[]): StatedValue {
  const found =
    counted.find((one) => one.value === value.value && one.unit === value.unit) ??
    counted.find((one) => one.bare === value.bare && one.isPrice === value.isPrice);
  const isTime = value.unit === '' && found?.unit === timeUnit;
  if (isTime) return found;
  // The reader of a translation reads its digits.
  const label = found !== undefined && /[^\P{Nd}0-9]/u.test(value.label) ? found.label : value.label;
  return { ...value, about: found?.about ?? [], label };
}

/** Cues that also deny the verb before them: "refunds nothing", "includes no number". */
const objectCues = words(
  'no none nothing nobody kein keine keinen keiner keinem keines nichts aucun aucune rien nada ningún ninguna nenhum nenhuma niente nessun nessuna geen niets',
);
/** Words behind a negation that make it none. */
const onlyWords = words('only just nur seulement solo sólo apenas alleen');
/** Conjunctions that a negation may stand before: "not if you have used it". */
const conditions = words('if when until wenn si quand se quando als');

function readWords(
  tokens: readonly Token[],
  text: string,
  cues: Cues | null,
): Pick<StatementFacts, 'negations' | 'affirmed' | 'stems'> {
  const negations: Negation[] = [];
  const affirmed = new Map<string, string>();
  const stems = new Set<string>();
  let open: { stems: string[]; start: number; end: number } | null = null;
  /** Content words of the sentence so far, outside of negations. */
  let before: { readonly stem: string; readonly token: Token; readonly at: number }[] = [];
  const close = (): void => {
    if (open !== null && open.stems.length > 0)
      negations.push({ stems: open.stems, label: text.slice(open.start, open.end) });
    // "With a data plan, no."
    else if (open !== null && before.length > 0) {
      const last = before.slice(-reach);
      for (const { stem } of last) affirmed.delete(stem);
      negations.push({
        stems: last.map(({ stem }) => stem),
        label: text.slice(last[0]?.token.start, open.end),
      });
    }
    open = null;
  };
  tokens.forEach((token, at) => {
    if (token.kind === 'mark') {
      if (/[.,;:!?|()。、，–—]/u.test(token.key)) close();
      if (/[.!?|。]/u.test(token.key)) before = [];
      return;
    }
    const lower = token.key.toLowerCase().replaceAll('’', "'");
    if (token.kind === 'word' && cues?.ends.has(lower)) {
      if (open === null || open.stems.length > 0 || !conditions.has(lower)) close();
      return;
    }
    const keepsFrom =
      lower === 'from' &&
      cues === cuesOf.en &&
      before.slice(-2).some(({ stem }) => stem === 'keeps' || stem === 'keep');
    if (keepsFrom || (token.kind === 'word' && cues?.negations.has(lower))) {
      if (onlyWords.has(tokens[at + 1]?.key.toLowerCase() ?? '')) return;
      if (open !== null) return;
      const verb = before.at(-1);
      const isObject = objectCues.has(lower);
      open = { stems: [], start: token.start, end: token.end };
      if (isObject && verb !== undefined && verb.at === at - 1) {
        affirmed.delete(verb.stem);
        open.stems.push(verb.stem);
        open.start = verb.token.start;
      }
      return;
    }
    const same = cues === cuesOf.en ? synonyms.get(lower) : undefined;
    const stem = same === undefined ? stemOf(token) : (contentStem(same) ?? same);
    if (stem === undefined) return;
    const positive = cues === cuesOf.en ? opposites.get(lower) : undefined;
    if (positive !== undefined) {
      const base = contentStem(positive) ?? positive;
      stems.add(base);
      if (open === null) negations.push({ stems: [base], label: token.key });
      else affirmed.set(base, token.key);
      return;
    }
    stems.add(stem);
    if (open === null) {
      affirmed.set(stem, token.key);
      before.push({ stem, token, at });
      return;
    }
    open.stems.push(stem);
    open.end = token.end;
    if (open.stems.length >= reach) close();
  });
  close();
  if (cues === cuesOf.en)
    for (const [written] of text.matchAll(switches)) {
      const [isOff, isNegated] = [/ off$/iu.test(written), /\b(?:not|never|don['’]t)\b/iu.test(written)];
      if (isOff !== isNegated) negations.push({ stems: [switchStem], label: written });
      else affirmed.set(switchStem, written);
    }
  return { negations, affirmed, stems };
}

/** Languages that write only names with a capital letter inside a sentence. */
const capitalsAreNames = words('en fr es it pt nl');
const commonCapitals = words(
  'i january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday english german japanese french arabic european american wi-fi',
);

/** Names that no list has: words with capital letters that do not open a sentence, or two in a row. */
function properNames(text: string, language: string, known: readonly NameRange[]): readonly NameRange[] {
  if (!capitalsAreNames.has(language)) return [];
  return [
    ...text.matchAll(/\p{Lu}[\p{L}\p{M}\d'’-]*(?: (?:\p{Lu}[\p{L}\p{M}\d-]*|\d+\p{L}?)(?![.,]\d))*/gu),
  ].flatMap((match) => {
    const end = match.index + match[0].length;
    const opens =
      match.index === 0 ||
      /[.!?:|•–—]\s*["“(]?$/u.test(text.slice(Math.max(0, match.index - 4), match.index));
    const all = match[0].split(' ');
    const parts = opens && contentStem(all[0] ?? '') === null ? all.slice(1) : all;
    const isName =
      parts.length > 0 &&
      (!opens || parts.length > 1) &&
      !parts.every(
        (part) =>
          commonCapitals.has(part.toLowerCase()) || !/\p{Ll}|\p{Lu}{4}/u.test(part) || /^\d/.test(part),
      );
    const label = parts.join(' ');
    const start = end - label.length;
    return isName && !known.some((name) => name.start < end && name.end > start)
      ? [{ start, end, key: `${ownName}${label.toLowerCase()}`, label }]
      : [];
  });
}
/** Prefix of the keys of names that are no brands of the project. */
export const ownName = '~';

const discourages =
  /\b(?:avoid|stay away from|steer clear of|skip|(?:keep|leave) [\w ]{0,24}(?:hands|fingers) off|not recommend(?:ed)?|advise against|do(?:es)? not (?:buy|get|choose|take)|don['’]t (?:buy|get|choose|take))\b/iu;

function discouragedIn(text: string, language: string, names: readonly NameRange[]): readonly StatedName[] {
  if (language !== 'en' || !discourages.test(text)) return [];
  return sentences(text, language).flatMap(([start, end]) => {
    const cue = discourages.exec(text.slice(start, end));
    if (cue === null) return [];
    const from = start + cue.index;
    const named = names.filter((name) => name.start >= from && name.end <= end);
    return named.slice(0, 1).map(({ key, label }) => ({ key, label }));
  });
}

function recommendedIn(
  text: string,
  language: string,
  cues: Cues,
  names: readonly NameRange[],
): StatementFacts['recommended'] {
  const found: StatementFacts['recommended'][number][] = [];
  if (!cues.recommends.test(text)) return found;
  for (const [start, end] of sentences(text, language)) {
    const sentence = text.slice(start, end);
    const cue = cues.recommends.exec(sentence);
    if (cue === null) continue;
    const before = sentence
      .slice(0, cue.index)
      .toLowerCase()
      .split(/[\s,;:]+/);
    if (before.slice(-4).some((word) => cues.negations.has(word))) continue;
    const from = start + cue.index + cue[0].length;
    const named = names.filter((name) => name.start >= start && name.end <= end);
    const after = named.filter((name) => name.start >= from);
    const chosen = after[0] ?? named.at(-1);
    const rest = text.slice(from, end).split(/[,;:.!?–—(]/)[0] ?? '';
    const object = [...rest.matchAll(/[\p{L}\p{M}\p{N}'’-]+/gu)]
      .flatMap(([word]) => {
        const stem = contentStem(word);
        return stem === null ? [] : { stem, word };
      })
      .slice(0, 3);
    if (chosen === undefined && object.length === 0) continue;
    found.push({
      names: chosen === undefined ? [] : [{ key: chosen.key, label: chosen.label }],
      stems: object.map(({ stem }) => stem),
      label: chosen?.label ?? object.map(({ word }) => word).join(' '),
    });
  }
  return found;
}
