import { analysisEntry, historyEntry } from '#tests/support/programs.ts';
import { createTestCore } from './testCore.ts';

/**
 * A program of its own, for a test to kill: judges what has ended in a data folder and sends its webhooks. With
 * `dies: 'raised'` it kills itself when the alert is stored and nothing was sent yet.
 */
type Orders = {
  readonly data: string;
  readonly webhook: string;
  readonly secret: string;
  readonly dies: 'raised' | 'sending';
};

const { data, webhook, secret, dies }: Orders = JSON.parse(process.argv[2] ?? '{}');
const { core } = await createTestCore({
  paths: { data },
  workers: {
    history: historyEntry,
    service: new URL('../faults/serviceWorkerDouble.ts', import.meta.url),
    analysis: analysisEntry,
  },
});
core.subscribe(({ name }) => {
  if (name === 'alert.raised' && dies === 'raised') process.kill(process.pid, 'SIGKILL');
});
await core.start();
const { invoke } = core.router;
await invoke('alerts.setSecret', { secret });
await invoke('alerts.setChannels', { webhook, allowPrivate: true, system: false });
await invoke('alerts.settle', {});
await core.stop();
