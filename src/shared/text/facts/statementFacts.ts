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
};

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const cuesOf: Readonly<Record<string, Cues>> = {
  en: {
    negations: words(
      "not no never without cannot can't don't doesn't isn't aren't won't shouldn't wasn't weren't didn't hasn't haven't neither nor none nothing lacks lack lacking avoid hardly dont isnt",
    ),
    ends: words('but and however although though because so which while if when unless until then'),
    recommends:
      /\b(?:recommend\w*|best (?:choice|option|pick|overall|buy)|top (?:pick|choice)|first choice|favou?rite|winner|go (?:for|with)|opt for|choose|pick|is the best|usual pick|suggest\w*|advis\w+)\b/iu,
    numbers: 'one two three four five six seven eight nine ten eleven twelve'.split(' '),
  },
  de: {
    negations: words(
      'nicht kein keine keinen keiner keinem keines nie niemals ohne weder nichts kaum vermeiden',
    ),
    ends: words('aber und jedoch obwohl weil dass während oder wenn sondern'),
    recommends:
      /(?:empf(?:eh|ieh|ohl)\p{L}*|beste (?:wahl|option)|testsieger|favorit|wählen sie|erste wahl|greifen sie zu|übliche wahl)/iu,
    numbers: 'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
  },
  fr: {
    negations: words('pas aucun aucune jamais sans ni rien évitez éviter'),
    ends: words('mais et cependant car parce qui tandis ou si quand'),
    recommends:
      /(?:recommand\p{L}*|conseill\p{L}*|meilleur choix|premier choix|favori|optez pour|choisissez)/iu,
    numbers: 'un deux trois quatre cinq six sept huit neuf dix onze douze'.split(' '),
  },
  es: {
    negations: words('no nunca sin ni ningún ninguna ninguno nada evite evitar tampoco'),
    ends: words('pero y aunque porque que mientras o si cuando sino'),
    recommends: /(?:recom(?:ien|en)d\p{L}*|aconsej\p{L}*|mejor opción|favorit\p{L}*|elija|elige|opte por)/iu,
    numbers: 'un dos tres cuatro cinco seis siete ocho nueve diez once doce'.split(' '),
  },
  it: {
    negations: words('non mai senza né nessun nessuna nessuno niente evitare evitate'),
    ends: words('ma e però perché che mentre o se quando'),
    recommends: /(?:raccomand\p{L}*|consigli\p{L}*|scelta migliore|prima scelta|preferit\p{L}*|scegliete)/iu,
    numbers: 'un due tre quattro cinque sei sette otto nove dieci undici dodici'.split(' '),
  },
  pt: {
    negations: words('não nunca sem nem nenhum nenhuma nada evite evitar'),
    ends: words('mas e porém porque que enquanto ou se quando'),
    recommends: /(?:recomend\p{L}*|aconselh\p{L}*|melhor (?:escolha|opção)|favorit\p{L}*|escolha|opte por)/iu,
    numbers: 'um dois três quatro cinco seis sete oito nove dez onze doze'.split(' '),
  },
  nl: {
    negations: words('niet geen nooit zonder noch niets vermijd vermijden'),
    ends: words('maar en echter omdat dat terwijl of als wanneer'),
    recommends: /(?:aanbevol\p{L}*|raden|aanrad\p{L}*|beste keus|beste keuze|favoriet|kies)/iu,
    numbers: 'een twee drie vier vijf zes zeven acht negen tien elf twaalf'.split(' '),
  },
};

/** English words that are the opposite of another by their first letters alone. */
const opposites = new Map(
  (
    'unsafe:safe unnecessary:necessary impossible:possible unsuitable:suitable unreliable:reliable ' +
    'unavailable:available insufficient:sufficient incompatible:compatible unlikely:likely uncomfortable:comfortable ' +
    'ineffective:effective unhealthy:healthy illegal:legal inadequate:adequate invalid:valid unable:able ' +
    'forbidden:allowed prohibited:allowed banned:allowed excludes:includes excluded:included excluding:including ' +
    'dangerous:safe unlocked:locked unstable:stable'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
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
      ).map((value) => ({ ...value, about: aboutIn(counted, value) }))
    : counted;
  const spelled = translated ? counted.filter(({ label }) => /^\p{L}/u.test(label)) : [];
  const read = readWords(tokens, text, cues);
  const original = translated
    ? tokenize(source.original, source.originalRules, source.namesInOriginal)
    : tokens;
  return {
    values: [...own, ...spelled.filter(({ value }) => !own.some((one) => one.value === value))],
    dates: original.flatMap(({ kind, key, start, end }) =>
      kind === 'date' ? { key, label: source.original.slice(start, end) } : [],
    ),
    brands: distinct(source.namesInOriginal),
    ...read,
    recommended: cues === null ? [] : recommendedIn(text, wordsRules.language, cues, source.namesInWords),
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
    if (token.kind === 'word') {
      const spelled = (cues?.numbers.indexOf(token.key.toLowerCase()) ?? -1) + 1;
      return spelled < 2
        ? []
        : [
            {
              value: spelled,
              bare: spelled,
              unit: '',
              isPrice: false,
              label,
              about: around(tokens, at, language),
            },
          ];
    }
    if (token.kind !== 'number' && token.kind !== 'price') return [];
    const [amount = '', ...rest] = token.key.split(' ');
    const value = Number(amount);
    if (!Number.isFinite(value)) return [];
    const written = rest.join(' ');
    const isPrice = token.kind === 'price';
    const [unit, factor] = isPrice ? [written, 1] : (bases[written] ?? [written, 1]);
    return [
      { value: value * factor, bare: value, unit, isPrice, label, about: around(tokens, at, language) },
    ];
  });
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

/** What the same value counts in the translation, also where its unit was read in one of them only. */
function aboutIn(counted: readonly StatedValue[], { value, bare }: StatedValue): readonly string[] {
  return (
    (counted.find((one) => one.value === value) ?? counted.find((one) => one.bare === bare))?.about ?? []
  );
}

function readWords(
  tokens: readonly Token[],
  text: string,
  cues: Cues | null,
): Pick<StatementFacts, 'negations' | 'affirmed' | 'stems'> {
  const negations: Negation[] = [];
  const affirmed = new Map<string, string>();
  const stems = new Set<string>();
  let open: { stems: string[]; start: number; end: number } | null = null;
  const close = (): void => {
    if (open !== null && open.stems.length > 0)
      negations.push({ stems: open.stems, label: text.slice(open.start, open.end) });
    open = null;
  };
  tokens.forEach((token, at) => {
    if (token.kind === 'mark') {
      if (/[.,;:!?|()。、，–—]/u.test(token.key)) close();
      return;
    }
    const lower = token.key.toLowerCase().replaceAll('’', "'");
    if (token.kind === 'word' && cues?.ends.has(lower)) close();
    if (token.kind === 'word' && cues?.negations.has(lower)) {
      const next = tokens[at + 1]?.key.toLowerCase();
      if (next === 'only' || next === 'just' || next === 'nur') return;
      if (open === null) open = { stems: [], start: token.start, end: token.end };
      return;
    }
    const stem = stemOf(token);
    if (stem === undefined) return;
    const positive = opposites.get(lower);
    if (positive !== undefined && cues === cuesOf.en) {
      const base = contentStem(positive) ?? positive;
      stems.add(base);
      if (open === null) negations.push({ stems: [base], label: token.key });
      else affirmed.set(base, token.key);
      return;
    }
    stems.add(stem);
    if (open === null) {
      affirmed.set(stem, token.key);
      return;
    }
    open.stems.push(stem);
    open.end = token.end;
    if (open.stems.length >= reach) close();
  });
  close();
  return { negations, affirmed, stems };
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
