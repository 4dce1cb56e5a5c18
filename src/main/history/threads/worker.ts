import { parentPort, workerData } from 'node:worker_threads';
import type { HistoryTaskData } from '../maintenance/protocol.ts';
import { serveTasks } from '../maintenance/serveTasks.ts';
import type { DerivationData } from './derivation/protocol.ts';
import { serveDerivation } from './derivation/serveDerivation.ts';
import type { EncodeWorkerData } from './encode/protocol.ts';
import { serveEncoding } from './encode/serveEncoding.ts';
import type { HistoryWorkerData } from './protocol.ts';
import { serveHistory } from './serveHistory.ts';

const port = parentPort;
if (!port) throw new Error('The history worker is started by the core, not by hand.');
const data = workerData as HistoryWorkerData | HistoryTaskData | DerivationData | EncodeWorkerData;
if ('task' in data) serveTasks(port, data);
else if ('derive' in data) serveDerivation(port, data);
else if ('prepare' in data) serveEncoding(port);
else serveHistory(port, data);
