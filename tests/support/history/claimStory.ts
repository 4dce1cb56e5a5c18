import { type StoredCell, storeRun } from './storedRun.ts';

/** What the answers of each country say about two brands; Arabic has no rules. */
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
