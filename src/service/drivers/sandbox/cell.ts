import type { Engine } from '#shared/interface/engines.ts';
import { type WrittenAnswer, writeAnswer } from './answer.ts';
import type { Directives } from './directives.ts';
import { plain, type Scene, type SceneRequest, sceneOf } from './scene.ts';
import { entryAt, fraction, hashOf, mix } from './seed.ts';
import { type Page, pagesFor } from './sources.ts';

/** An answer before it takes the shape of its engine. */
export type AnsweredCell = {
  readonly scene: Scene;
  readonly oddity: Oddity | 'empty';
  readonly pages: readonly Page[];
  readonly answer: WrittenAnswer;
  /** What the engine says it searched for. */
  readonly queries: readonly string[];
};

export type CellOptions = {
  readonly directives: Directives;
  /** False where the request forbids a search: no sources then, and no queries. */
  readonly searched: boolean;
};

/** Words of a middling answer and pages behind it, per engine. */
const habits: Readonly<Record<Engine, { readonly words: number; readonly pages: number }>> = {
  'assistant-a': { words: 430, pages: 7 },
  'assistant-b': { words: 520, pages: 6 },
  'assistant-c': { words: 330, pages: 8 },
  'assistant-d': { words: 380, pages: 5 },
  'assistant-e': { words: 300, pages: 7 },
  search: { words: 120, pages: 4 },
  'search/news': { words: 60, pages: 0 },
  'search-ai': { words: 360, pages: 8 },
};

const sourcesPurpose = 3;
export const minWords = 150;
export const maxWords = 900;

export async function answerCell(
  request: SceneRequest,
  { directives, searched }: CellOptions,
): Promise<AnsweredCell> {
  const asked = await sceneOf(request);
  const oddity = oddityFor(asked, directives);
  const scene = oddity === 'other-language' ? await sceneOf({ ...request, language: 'en' }) : asked;
  if (oddity === 'empty') return { scene, oddity, pages: [], answer: nothing(''), queries: [] };
  if (oddity === 'refusal') {
    const text = entryAt(scene.market.phrases.refusals, scene.seeds.market);
    return { scene, oddity, pages: [], answer: nothing(text), queries: [] };
  }
  const pages = searched && oddity !== 'no-sources' ? pagesFor(scene, pageCount(scene), sourcesPurpose) : [];
  const answer = writeAnswer(scene, {
    words: directives.words ?? wordTarget(scene),
    withBrands: oddity !== 'no-brands',
    pages,
  });
  return { scene, oddity, pages, answer, queries: searched ? queriesFor(scene) : [] };
}

function oddityFor(scene: Scene, { outcome }: Directives): AnsweredCell['oddity'] {
  if (outcome === 'empty' || outcome === 'refusal') return outcome;
  return oddityOf(scene);
}

function nothing(text: string): WrittenAnswer {
  return { text, markdown: text, brands: [], citations: [] };
}

/** The length belongs to the question; market and job stretch it a little. */
function wordTarget({ engine, seeds }: Scene): number {
  const words =
    habits[engine].words *
    (0.6 + 0.8 * fraction(mix(seeds.question, 61))) *
    (0.9 + 0.2 * fraction(mix(seeds.market, 61))) *
    (0.97 + 0.06 * fraction(mix(seeds.job, 61)));
  const fewest = engine === 'search' ? 0 : minWords + 40;
  return Math.round(Math.min(maxWords - 70, Math.max(fewest, words)));
}

function pageCount({ engine, seeds }: Scene): number {
  return habits[engine].pages - 1 + (mix(seeds.market, 62) % 3);
}

/** One to four searches in the language of the answer. */
export function queriesFor(scene: Scene): string[] {
  const { queries } = scene.market.phrases;
  const count = 1 + (mix(scene.seeds.market, 63) % 4);
  const start = mix(scene.seeds.question, 64);
  return Array.from({ length: count }, (_, index) =>
    plain(scene, entryAt(queries, (start % queries.length) + index), mix(scene.seeds.question, index)),
  );
}

/** Something an answer is once in a while, so that every state of an interface can be met. */
type Oddity = 'none' | 'no-sources' | 'no-brands' | 'refusal' | 'other-language';

/** Chosen so that the questions of the guide and the tests get ordinary answers in the larger countries. */
const purpose = 358_439;

/**
 * The rare kinds of answers: about one in twenty-five. They depend on engine, question and place, never on day or
 * job: the same cell is odd whenever it is asked.
 */
function oddityOf({ seeds, market }: Scene): Oddity {
  const chance = fraction(mix(mix(seeds.question, hashOf(market.country, market.state ?? '')), purpose));
  if (chance < 0.012) return 'no-sources';
  if (chance < 0.024) return 'no-brands';
  if (chance < 0.032) return 'refusal';
  return chance < 0.042 && market.language !== 'en' ? 'other-language' : 'none';
}
