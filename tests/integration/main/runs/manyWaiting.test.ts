import { setMaxListeners } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { countries } from '#shared/geo/countries.ts';
import { isAvailable } from '#shared/interface/availability.ts';
import { startCore } from '#tests/support/core/testCore.ts';
import { testService } from '#tests/support/service/runningService.ts';

/** More than the ten listeners that Node 20 allows a signal. */
const atOnce = 24;
const asked = countries
  .map(({ code }) => code)
  .filter((code) => isAvailable('assistant-a', code))
  .slice(0, atOnce);

/** Signals with the limit that they have in Node 20, and the warnings of this process. */
function asInNode20(): readonly string[] {
  const { any } = AbortSignal;
  class LimitedController extends AbortController {
    constructor() {
      super();
      setMaxListeners(10, this.signal);
    }
  }
  vi.stubGlobal('AbortController', LimitedController);
  vi.spyOn(AbortSignal, 'any').mockImplementation((signals) => {
    const limited = any.call(AbortSignal, signals);
    setMaxListeners(10, limited);
    return limited;
  });
  const warnings: string[] = [];
  const note = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`);
  process.on('warning', note);
  onTestFinished(() => {
    process.off('warning', note);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return warnings;
}

it.each(['live', 'queued'] as const)(
  'no signal of a run and its service is taken for a leak: %s',
  async (mode) => {
    const warnings = asInNode20();
    const { promise: busyUntil, resolve: release } = Promise.withResolvers<void>();
    let running = 0;
    const service = await testService({
      watch: {
        started: () => {
          running += 1;
          if (running === atOnce) release();
        },
        busyUntil,
      },
    });
    const core = await startCore({ host: 'browser' });
    const { id } = await core.router.invoke('connections.add', { name: 'Own', baseUrl: service.baseUrl });
    await core.router.invoke('connections.setKey', { id, key: service.apiKey });
    const plan = {
      questions: [{ text: 'busy' }],
      engines: [{ engine: 'assistant-a' as const }],
      markets: asked.map((country) => ({ country })),
    };
    await core.router.invoke('plans.save', { name: 'Many', plan });
    const { runId } = await core.router.invoke('plans.run', { plan: 'Many', connectionId: id, mode });
    await core.use.runs.ended(runId);
    expect(running).toBe(atOnce);
    expect(await core.router.invoke('runs.status', { runId })).toMatchObject({ state: 'finished' });
    expect(warnings).toEqual([]);
  },
);
