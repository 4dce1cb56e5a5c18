import { countryCodes } from '#shared/geo/countryCodes.ts';
import { corpus } from '#tests/support/analysis/corpus.ts';
import { storeRun } from '#tests/support/history/storedRun.ts';

/**
 * Puts one finished run into an empty data folder: every market answers nearly the same text, by default so
 * long that the answers align into some sixty rows. Resolves with the run's id.
 */
export function fillHistory(
  folder: string,
  markets: number,
  { words = 1700, languages = 1 } = {},
): Promise<string> {
  const answers = corpus({ markets, words, languages });
  return storeRun(folder, {
    question: 'Which folding bike locks do people trust?',
    engine: 'assistant-a',
    options: { include: { markdown: true } },
    samples: 1,
    cells: countryCodes.slice(0, markets).map((country, index) => {
      const answer = answers[index]?.samples[0];
      return {
        country,
        sample: 1,
        result: {
          model: null,
          text: answer?.text ?? '',
          markdown: answer?.markdown ?? '',
          sources: (answer?.sources ?? []).map(({ position, url, title }) => ({
            position,
            url,
            label: title,
          })),
          searchQueries: [],
          entities: [],
          map: [],
          provenance: {
            driver: 'sandbox',
            model: 'sandbox-1',
            country: { requested: country, honoured: 'parameter' },
            servedShape: 'default',
          },
        },
      };
    }),
  });
}
