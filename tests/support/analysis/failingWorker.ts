/** A worker that does what the first column's id says: answers, breaks, ends, fills its memory, or never answers. */
import { parentPort } from 'node:worker_threads';
import type { AnalysisContract } from '#main/analysis/protocol.ts';
import { answerInOrder, serveThread } from '#platform/threads/serveThread.ts';
import { comparisonParts } from '#shared/model/comparison/comparisonParts.ts';

const port = parentPort;
if (!port) throw new Error('Started as a worker only.');
const noParts: Readonly<Record<(typeof comparisonParts)[number], string>> = Object.fromEntries(
  comparisonParts.map((part) => [part, 'null']),
) as never;
const refusalOf = (error: unknown) => ({ code: 'FAILED', message: String(error), stack: '' }) as const;

serveThread<AnalysisContract>(port, refusalOf, (channel) => ({
  opened: null,
  take: answerInOrder<AnalysisContract>(channel, refusalOf, {
    compare({ columnsJson }) {
      const [column] = JSON.parse(columnsJson) as readonly { readonly id: string }[];
      const never = new Promise<never>(() => undefined);
      switch (column?.id) {
        case 'throw':
          setImmediate(() => {
            throw new Error('broken on purpose');
          });
          return never;
        case 'exit':
          return process.exit(7);
        case 'refuse':
          throw new Error('no');
        case 'hang':
          return never;
        case 'fillMemory': {
          const kept: unknown[] = [];
          for (;;) kept.push(new Array(100_000).fill(kept.length));
        }
        default: {
          const head = JSON.stringify({ answered: column?.id });
          return { texts: { head, parts: noParts }, elapsedMs: 1 };
        }
      }
    },
    detect: () => [],
    count: () => ({ answers: 0, names: [] }),
  }),
}));
