import { parentPort } from 'node:worker_threads';

/** The history worker itself, with a hook only tests know: a call whose input says so ends the thread at once. */
const port = parentPort;
if (!port) throw new Error('Started as a worker only.');
const on = port.on.bind(port);
// Before the worker sees a message, so that it does nothing of what came with the call. Stands for the analysis worker as
// well.
port.on = ((name: 'message', listener: (message: unknown) => void) =>
  on(name, (message: unknown) => {
    if (name === 'message' && JSON.stringify(message).includes('"crashTheThread":true')) process.exit(9);
    listener(message);
  })) as typeof port.on;
await import('#main/history/threads/worker.ts');
