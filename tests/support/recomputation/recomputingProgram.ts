// Replays the newest brand rules over a history, and tells its parent after every stored range.
import { createDerivationPool } from '#main/history/threads/derivation/derivationPool.ts';
import { openHistory } from '#main/history/threads/historyClient.ts';
import { createRecomputationWork } from '#main/recomputation/recomputationWork.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import { historyEntry } from '#tests/support/programs.ts';

const file = process.argv[2] ?? '';
const history = await openHistory({ entry: historyEntry, file, log: () => {} });
const { sessionId } = await history.call('sessions.open', {
  host: 'test',
  programVersion: '0',
  nowMs: Date.now(),
});
const work = createRecomputationWork({
  history: { call: history.call, sessionId: () => sessionId },
  pool: createDerivationPool({ entry: historyEntry, file, size: 2 }),
  analysisRules: 'test 1',
  clock: realClock,
  log: () => {},
  onProgress: () => process.send?.('stored'),
  answersPerRange: 8,
});
const { signal } = new AbortController();
while (await work.turn(signal));
process.send?.('idle');
