import { join } from 'node:path';
import { openHistory } from '#main/history/historyClient.ts';
import { countryCodes } from '#shared/geo/countryCodes.ts';
import { corpus } from '#tests/support/analysis/corpus.ts';

const atMs = 1_790_000_000_000;

/**
 * Puts one finished run into an empty data folder: every market answers nearly the same text, so that the answers
 * align into some sixty rows. Resolves with the run's id.
 */
export async function fillHistory(folder: string, markets: number): Promise<string> {
  const history = await openHistory({
    entry: new URL('../../src/main/history/worker.ts', import.meta.url),
    file: join(folder, 'history.db'),
    log: () => {},
  });
  try {
    const { sessionUid } = await history.call('sessions.open', {
      host: 'bench',
      programVersion: '0',
      nowMs: atMs,
    });
    const answers = corpus({ markets, words: 1700, languages: 1 });
    const { runUid } = await history.call('runs.create', {
      sessionUid,
      question: 'Which folding bike locks do people trust?',
      engine: 'assistant-a',
      connectionUid: 'embedded',
      options: { include: { markdown: true } },
      samples: 1,
      cells: countryCodes.slice(0, markets).map((country) => ({ market: { country }, sample: 1 })),
      nowMs: atMs,
    });
    for (const cell of await history.call('cells.claim', { runUid, limit: markets, nowMs: atMs })) {
      const answer = answers[cell.ordinal]?.samples[0];
      if (answer === undefined) throw new Error(`The corpus has no answer number ${cell.ordinal}.`);
      const result = {
        model: null,
        text: answer.text,
        markdown: answer.markdown,
        sources: (answer.sources ?? []).map(({ position, url, title }) => ({ position, url, label: title })),
        searchQueries: [],
        entities: [],
        map: [],
        provenance: {
          driver: 'sandbox',
          model: 'sandbox-1',
          country: { requested: cell.market.country, honoured: 'parameter' },
          servedShape: 'default',
        },
      };
      await history.call('cells.settle', {
        cellUid: cell.id,
        outcome: {
          kind: 'completed',
          answer: {
            body: JSON.stringify({ success: true, result }),
            status: 200,
            headers: {},
            requestPath: '/v1/monitor/assistant-a',
            requestBody: JSON.stringify({ prompt: 'Which lock?', country: cell.market.country }),
            receivedAtMs: atMs + 900,
            roundTripMs: 900,
            latencyMs: 880,
            creditsCharged: 5,
            requestId: `req-${cell.ordinal}`,
            imported: false,
          },
        },
        nowMs: atMs + 900,
      });
    }
    await history.call('runs.finish', { runUid, nowMs: atMs + 1000 });
    await history.call('sessions.close', { sessionUid, nowMs: atMs + 1000 });
    return runUid;
  } finally {
    await history.close();
  }
}
