/** A generated history whose answers are known word by word, so that every figure has a plain reference. */
import { storeRuns } from '#tests/support/history/storedRun.ts';
import type { PlainAnswer, PlainMention } from './plainFigures.ts';

export const listedBrands = [
  { name: 'Acme', as: 'own', domain: 'acme.example' },
  { name: 'Rival', as: 'competitor', domain: 'rival.example' },
  { name: 'Thule', as: 'competitor', domain: 'thule.example' },
] as const;
/** Stands in lists, and is on no list of brands. */
const unlisted = 'NordLicht Pro';

const pages = [
  { url: 'https://www.reddit.com/r/locks', domain: 'reddit.com' },
  { url: 'https://tests.example/a', domain: 'tests.example' },
  { url: 'https://tests.example/b', domain: 'tests.example' },
  { url: 'https://acme.example/shop', domain: 'acme.example' },
];
const questions = ['Which bike lock is best?', 'Which helmet is light?'];
const countries = ['DE', 'FR', 'JP'];
const samples = 3;
const atMs = Date.UTC(2026, 8, 2);

/** The same numbers in every run: a linear congruential generator. */
function dice(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
type Dice = ReturnType<typeof dice>;

function shuffled<T>(items: readonly T[], roll: Dice): readonly T[] {
  const left = [...items];
  return items.map(() => left.splice(roll(left.length), 1)[0] as T);
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

type Written = { readonly text: string; readonly brands: Readonly<Record<string, PlainMention>> };

/** A numbered list, in which a brand has the number of its item. */
function listOf(names: readonly string[]): Written {
  const lead = 'Here are the best:';
  const items = names.map((name) => `${name} – good`);
  const length = [lead, ...items].reduce((sum, line) => sum + line.length + 1, 0);
  const brands: Record<string, PlainMention> = {};
  let offset = lead.length + 1;
  for (const [at, name] of names.entries()) {
    if (name !== unlisted) brands[name] = { rank: at + 1, listRank: at + 1, depth: rounded(offset / length) };
    offset += (items[at] ?? '').length + 1;
  }
  return {
    text: `${lead}\n\n${names.map((name, at) => `${at + 1}. **${name}** – good`).join('\n')}`,
    brands,
  };
}

/** A sentence, in which brands have the order of their mention. */
function sentenceOf(names: readonly string[]): Written {
  const text = names.length === 0 ? 'Nobody is named here.' : `People trust ${names.join(', ')} most.`;
  const brands = Object.fromEntries(
    names.map((name, at) => [
      name,
      { rank: at + 1, listRank: null, depth: rounded(text.indexOf(name) / (text.length + 1)) },
    ]),
  );
  return { text, brands };
}

const namesOf = (all: readonly string[], roll: Dice): readonly string[] =>
  shuffled(all, roll).slice(0, roll(all.length + 1));

function assistantAnswer(roll: Dice) {
  const names = listedBrands.map(({ name }) => name);
  const asList = roll(2) === 0;
  const { text, brands } = asList
    ? listOf(namesOf([...names, unlisted], roll))
    : sentenceOf(namesOf(names, roll));
  const citations = shuffled(pages, roll).slice(0, roll(pages.length + 1));
  const sources = citations.map(({ url }, at) => ({ position: at + 1, url, label: url }));
  return { result: { text, markdown: text, sources }, plain: { brands, citations, overview: null } };
}

/** A result page with an AI Overview, without one, or that was not asked for one. */
function searchPage(roll: Dice) {
  const kind = roll(3);
  const { text, brands } = sentenceOf(namesOf(['Acme', 'Rival'], roll));
  const organicResults = [
    { position: 1, title: 'Locks', link: 'https://tests.example/a', snippet: 'All locks.' },
  ];
  const shown = kind === 0;
  const aioverview = kind === 2 ? {} : { aioverview: shown ? { text, markdown: text, sources: [] } : null };
  return {
    result: { organicResults, ...aioverview },
    plain: { brands: shown ? brands : null, citations: null, overview: kind === 2 ? null : shown },
  };
}

export type FigureHistory = {
  /** Answers of the assistant to the first question. */
  readonly comparedRun: string;
  readonly compared: readonly PlainAnswer[];
  /** Result pages of the first question. */
  readonly searchRun: string;
  readonly searched: readonly PlainAnswer[];
  readonly all: readonly PlainAnswer[];
};

/** Stores the history in a data folder that no program has open. */
export async function storeFigureHistory(folder: string, seed = 7): Promise<FigureHistory> {
  const roll = dice(seed);
  const runs = questions.flatMap((question) =>
    (['assistant-a', 'search'] as const).map((engine) => ({
      question,
      engine,
      cells: countries.flatMap((country) =>
        Array.from({ length: samples }, (_, at) => ({
          country,
          sample: at + 1,
          made: roll(9) === 0 ? null : engine === 'search' ? searchPage(roll) : assistantAnswer(roll),
        })),
      ),
    })),
  );
  const ids = await storeRuns(
    folder,
    runs.map(({ question, engine, cells }, at) => ({
      question,
      engine,
      options: {},
      samples,
      atMs: atMs + at * 3_600_000,
      cells: cells.map(({ made, ...cell }) => ({
        ...cell,
        result: made && { ...made.result, provenance: { driver: 'sandbox', servedShape: 'default' } },
      })),
    })),
  );
  const plain = runs.map(({ question, cells }) =>
    cells.flatMap(({ country, made }): PlainAnswer[] =>
      made === null ? [] : [{ question, country, ...made.plain }],
    ),
  );
  return {
    comparedRun: ids[0] ?? '',
    compared: plain[0] ?? [],
    searchRun: ids[1] ?? '',
    searched: plain[1] ?? [],
    all: plain.flat(),
  };
}
