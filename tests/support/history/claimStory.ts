import type { RatedClaim } from '#shared/model/comparison/claimLists.ts';
import { createTestCore } from '#tests/support/core/testCore.ts';
import { type StoredCell, storeRun } from './storedRun.ts';

/** What the answers of each country say about two brands. */
const said: Readonly<Record<string, string>> = {
  US: `## Acme

Acme is one of the most **affordable** brands. The support is slow, but the locks are very reliable.

## Rival

- Rival locks are expensive.
- The app is easy to use, and people in many places like it.

Acme is cheaper than Rival, as most people in this country say.`,
  FR: "Les antivols Acme sont d'une excellente qualité, mais le service client de la marque est lent. Rival est plus cher que Acme dans la plupart des magasins.",
  DE: 'Acme ist eine günstige Marke, und viele Kunden loben den freundlichen Kundendienst. Die Schlösser von Rival sind teuer, aber sie gelten als sehr sicher.',
  JP: 'Acmeの鍵は丈夫で、価格も手頃です。Rivalの鍵は高品質ですが、価格が高いです。',
  EG: 'تعتبر Acme من أفضل العلامات التجارية في السوق وهي رخيصة جدا مقارنة بغيرها. أما Rival فهي غالية الثمن ولكنها آمنة.',
};

/** Stores the run, the United States asked twice; resolves with its id. */
export function storeClaims(folder: string): Promise<string> {
  const cells = Object.entries(said).flatMap(([country, text]): StoredCell[] =>
    (country === 'US' ? [1, 2] : [1]).map((sample) => ({
      country,
      sample,
      result: {
        text: sample === 2 ? 'Acme is a trusted brand, and many people in this country recommend it.' : text,
        markdown: sample === 2 ? null : text,
        model: null,
        sources: [],
        searchQueries: [],
        entities: [],
        map: [],
        provenance: {
          driver: 'openai',
          model: 'm',
          country: { requested: country, honoured: 'parameter' },
          servedShape: 'default',
        },
      },
    })),
  );
  return storeRun(folder, {
    question: 'Which bicycle lock should I buy?',
    engine: 'assistant-a',
    options: {},
    samples: 2,
    cells,
  });
}

const claim = (brand: string, aspect: string, tone: RatedClaim['tone'], quote: string): RatedClaim => ({
  brand,
  aspect,
  tone,
  confidence: 'high',
  quote,
});

/** What a model found in them; Egypt was not rated. */
const ratedIn: Readonly<Record<string, readonly RatedClaim[]>> = {
  US: [
    claim('Acme', 'price', 'positive', 'Acme is one of the most affordable brands.'),
    claim('Acme', 'service', 'negative', 'The support is slow'),
    claim('Rival', 'price', 'negative', 'Rival locks are expensive.'),
    claim('Acme', 'reputation', 'positive', 'Acme is a trusted brand'),
  ],
  FR: [claim('Acme', 'quality', 'positive', "Les antivols Acme sont d'une excellente qualité")],
  DE: [claim('Rival', 'price', 'negative', 'Die Schlösser von Rival sind teuer')],
  JP: [claim('Rival', 'price', 'negative', '価格が高いです')],
};

/** Stores these ratings as if a model had made them. */
export async function storeRatings(data: string, runId: string): Promise<void> {
  const { core } = await createTestCore({ paths: { data } });
  await core.start();
  const { cells } = await core.router.invoke('runs.get', { runId });
  for (const { observationId, market } of cells) {
    const claims = ratedIn[market.country ?? ''];
    if (observationId === null || claims === undefined) continue;
    const rater = 'openai, m, claims 1';
    await core.use.history.call('claims.keep', { observationId, rater, claims, discarded: 0, nowMs: 1 });
  }
  await core.stop();
}
