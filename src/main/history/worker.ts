import { parentPort, workerData } from 'node:worker_threads';
import type { HistoryWorkerData } from './protocol.ts';
import { serveHistory } from './serveHistory.ts';
import type { HistoryTaskData } from './tasks/protocol.ts';
import { runTask } from './tasks/runTask.ts';

const port = parentPort;
if (!port) throw new Error('The history worker is started by the core, not by hand.');
const data = workerData as HistoryWorkerData | HistoryTaskData;
if ('task' in data) runTask(port, data.task);
else serveHistory(port, data);
