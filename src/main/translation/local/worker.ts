/** Thread entry of the local translation engine. It is ended to free its memory, and after every failure. */
import { parentPort } from 'node:worker_threads';
import { answerInOrder, serveThread } from '#platform/threads/serveThread.ts';
import { startEngine } from './engine.ts';
import type { LocalEngineContract } from './protocol.ts';

const port = parentPort;
if (!port) throw new Error('The translation worker is started by the local translator, not by hand.');

function refusalOf(error: unknown): LocalEngineContract['refusal'] {
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'FAILED', message };
}

serveThread<LocalEngineContract>(port, refusalOf, async (channel) => {
  const engine = await startEngine();
  return {
    opened: null,
    take: answerInOrder<LocalEngineContract>(channel, refusalOf, {
      load: async ({ route }) => ({ bytes: engine.load(route) }),
      translate: async ({ texts, html }) => ({ texts: engine.translate(texts, html) }),
    }),
  };
});
