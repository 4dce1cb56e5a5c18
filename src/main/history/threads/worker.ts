import { parentPort, workerData } from 'node:worker_threads';
import type { HistoryTaskData } from '../maintenance/protocol.ts';
import type { DerivationData } from './derivation/protocol.ts';
import type { EncodeWorkerData } from './encode/encodeAnswer.ts';
import type { HistoryWorkerData, ReadingWorkerData } from './protocol.ts';

const port = parentPort;
if (!port) throw new Error('The history worker is started by the core, not by hand.');
const data = workerData as
  | HistoryWorkerData
  | ReadingWorkerData
  | HistoryTaskData
  | DerivationData
  | EncodeWorkerData;
// Each kind of thread loads only the modules it needs.
if ('task' in data) (await import('../maintenance/serveTasks.ts')).serveTasks(port, data);
else if ('derive' in data) (await import('./derivation/serveDerivation.ts')).serveDerivation(port, data);
else if ('prepare' in data) (await import('./encode/encodeAnswer.ts')).serveEncoding(port);
else if ('read' in data) (await import('./serveReading.ts')).serveReading(port, data);
else (await import('./serveHistory.ts')).serveHistory(port, data);
