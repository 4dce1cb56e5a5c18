import { parentPort, workerData } from 'node:worker_threads';
import type { DerivationData } from './derivation/protocol.ts';
import { serveDerivation } from './derivation/serveDerivation.ts';
import type { PreparingData } from './preparing/protocol.ts';
import { servePreparing } from './preparing/servePreparing.ts';
import type { HistoryWorkerData } from './protocol.ts';
import { serveHistory } from './serveHistory.ts';
import type { HistoryTaskData } from './tasks/protocol.ts';
import { runTask } from './tasks/runTask.ts';

const port = parentPort;
if (!port) throw new Error('The history worker is started by the core, not by hand.');
const data = workerData as HistoryWorkerData | HistoryTaskData | DerivationData | PreparingData;
if ('task' in data) runTask(port, data.task);
else if ('derive' in data) serveDerivation(port, data);
else if ('prepare' in data) servePreparing(port);
else serveHistory(port, data);
