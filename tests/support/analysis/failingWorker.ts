/** A worker that does what the first column's id says: answers, breaks, ends, or never answers. */
import { parentPort } from 'node:worker_threads';

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
    default:
      parentPort?.postMessage({ id, ok: true, json: JSON.stringify({ answered: column?.id }), elapsedMs: 1 });
  }
});
