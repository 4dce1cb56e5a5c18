import { runParallax } from '#tests/support/cli/parallax.ts';
import { type StoredCell, storeRun } from './storedRun.ts';

/** Runs that are small and tell a story each, which their overview has to say. */

export const storyQuestion = 'Which bicycle lock should I buy?';

/** What one answer says: which brands it names, in this order, and which domains it cites. */
type Said = {
  readonly brands: readonly string[];
  readonly domains: readonly string[];
  readonly claim: string;
};
/** By country, the answers of its repeats; null for a request that failed. */
type Story = Readonly<Record<string, readonly (Said | null)[]>>;

const said = (brands: string, domains = 'tests.example', claim = ''): Said => ({
  brands: brands.split(' '),
  domains: domains.split(' '),
  claim,
});
const thrice = (answer: Said): readonly Said[] => [answer, answer, answer];

export const stories = {
  /** Acme is in every answer but those of Brazil, where Rival leads and a domain is cited that no other country has. */
  missingInBrazil: {
    DE: thrice(said('Acme Thule')),
    FR: thrice(said('Acme Thule')),
    JP: thrice(said('Acme Thule')),
    BR: thrice(said('Rival Thule', 'tests.example cadeados.example')),
  },
  /** The same later: one answer of Brazil names Acme. */
  namedInBrazil: {
    BR: [said('Rival Acme'), said('Rival Thule'), said('Rival Thule')],
  },
  /** Acme is left out once here and there, as by chance. */
  noiseWithFailures: {
    DE: [said('Acme Rival'), said('Acme Rival'), said('Rival')],
    FR: [said('Acme Rival'), said('Rival'), null],
    JP: [null, null, null],
    ES: [said('Rival Acme'), said('Rival'), said('Acme Rival')],
    BR: [said('Rival Acme'), said('Acme Rival'), said('Acme Rival')],
  },
  /** Acme is in every answer; only those of Japan cite a domain, and say what stands there. */
  claimOfOneSource: {
    DE: thrice(said('Acme Rival')),
    FR: thrice(said('Acme Rival')),
    JP: thrice(said('Acme Rival', 'tests.example recalls.example', 'Acme was recalled.')),
    BR: thrice(said('Acme Rival')),
  },
  /** One repeat in two countries. */
  oneRepeat: {
    DE: [said('Acme Rival')],
    BR: [said('Rival')],
  },
  /** The answer of France names no brand. */
  noneNamed: {
    DE: [said('Acme Rival')],
    FR: [{ brands: [], domains: ['tests.example'], claim: 'It depends on the bicycle.' }],
  },
} as const satisfies Readonly<Record<string, Story>>;

/** Stores a run that tells the story; resolves with its id. */
export function storeStory(folder: string, name: keyof typeof stories, atMs?: number): Promise<string> {
  const story: Story = stories[name];
  const cells = Object.entries(story).flatMap(([country, repeats]) =>
    repeats.map(
      (answer, index): StoredCell => ({
        country,
        sample: index + 1,
        result: answer === null ? null : resultOf(answer, country),
      }),
    ),
  );
  const samples = Math.max(...cells.map(({ sample }) => sample));
  return storeRun(folder, {
    ...{ question: storyQuestion, engine: 'assistant-a', options: {}, samples, cells },
    ...(atMs === undefined ? {} : { atMs }),
  });
}

const resultOf = ({ brands, domains, claim }: Said, country: string): StoredCell['result'] => ({
  text: [...brands.map((brand) => `People trust the ${brand} most.`), claim].join(' ').trim(),
  markdown: [...brands.map((brand) => `- People trust the **${brand}** most.`), claim].join('\n').trim(),
  model: null,
  sources: domains.map((domain, index) => ({
    position: index + 1,
    url: `https://www.${domain}/locks`,
    label: domain,
  })),
  searchQueries: [],
  entities: [],
  map: [],
  provenance: {
    driver: 'openai',
    model: 'm',
    country: { requested: country, honoured: 'parameter' },
    servedShape: 'default',
  },
});

/** Your brand and the competitors of the stories, with all stored answers matched again. */
export async function listStoryBrands(dataFolder: string): Promise<void> {
  for (const brand of [
    ['Acme', 'own', '--domain', 'acme.example'],
    ['Rival', 'competitor'],
    ['Thule', 'competitor'],
  ] as const) {
    const [name, ...kind] = brand;
    await runParallax(['brands', 'add', name, '--as', ...kind], { dataFolder });
  }
  await runParallax(['recompute'], { dataFolder });
}
