import { parentPort, workerData } from 'node:worker_threads';
import type { HistoryTaskData } from '../maintenance/protocol.ts';
import { serveTasks } from '../maintenance/serveTasks.ts';
import type { DerivationData } from './derivation/protocol.ts';
import { serveDerivation } from './derivation/serveDerivation.ts';
import { type EncodeWorkerData, serveEncoding } from './encode/encodeAnswer.ts';
import type { HistoryWorkerData, ReadingWorkerData } from './protocol.ts';
import { serveHistory } from './serveHistory.ts';
import { serveReading } from './serveReading.ts';

const port = parentPort;
if (!port) throw new Error('The history worker is started by the core, not by hand.');
const data = workerData as
  | HistoryWorkerData
  | ReadingWorkerData
  | HistoryTaskData
  | DerivationData
  | EncodeWorkerData;
if ('task' in data) serveTasks(port, data);
else if ('derive' in data) serveDerivation(port, data);
else if ('prepare' in data) serveEncoding(port);
else if ('read' in data) serveReading(port, data);
else serveHistory(port, data);
