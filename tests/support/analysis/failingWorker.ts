/** A worker that does what the first column's id says: answers, breaks, ends, or never answers. */
import { parentPort } from 'node:worker_threads';
import { comparisonParts } from '#shared/analysis/comparisonParts.ts';

const noParts = Object.fromEntries(comparisonParts.map((part) => [part, 'null']));

parentPort?.on('message', ({ id, columnsJson }: { readonly id: number; readonly columnsJson: string }) => {
  const [column] = JSON.parse(columnsJson) as readonly { readonly id: string }[];
  switch (column?.id) {
    case 'throw':
      throw new Error('broken on purpose');
    case 'exit':
      process.exit(7);
      break;
    case 'refuse':
      parentPort?.postMessage({ id, ok: false, message: 'no', stack: '' });
      break;
    case 'hang':
      break;
    default: {
      const answer = { head: JSON.stringify({ answered: column?.id }), parts: noParts };
      parentPort?.postMessage({ id, ok: true, texts: answer, elapsedMs: 1 });
    }
  }
});
