import { join } from 'node:path';
import { openHistory } from '#main/history/threads/historyClient.ts';
import { type AlertRuleInput, alertRuleSchema } from '#shared/model/alertRules.ts';
import { scheduleSchema } from '#shared/model/schedule.ts';
import { planSchema } from '#shared/planning/plan.ts';
import { historyEntry } from '#tests/support/programs.ts';
import { sampleAnswer, sampleBody } from './sampleAnswers.ts';

const weekMs = 7 * 86_400_000;

/**
 * A monitor "Weekly" of the plan "Locks" with two runs in its series, in a data folder that no program has open: in
 * the second one a source was exchanged. Neither was judged yet. Resolves with the id of the second.
 */
export async function storeSeries(
  folder: string,
  series: {
    readonly questions?: number;
    readonly countries: readonly string[];
    readonly samples?: number;
    readonly rules: readonly AlertRuleInput[];
    /** When the second was due, milliseconds since the epoch. */
    readonly lastMs: number;
  },
): Promise<string> {
  const history = await openHistory({
    entry: historyEntry,
    file: join(folder, 'history.db'),
    log: () => {},
  });
  try {
    const { countries, samples = 4, lastMs } = series;
    const firstMs = lastMs - weekMs;
    const { sessionId } = await history.call('sessions.open', {
      host: 'test',
      programVersion: '0',
      nowMs: firstMs,
    });
    const questions = Array.from({ length: series.questions ?? 1 }, (_, at) => ({
      text: `Which lock ${at}? [[sandbox latency=5 words=20]]`,
    }));
    const plan = planSchema.parse({
      questions,
      engines: [{ engine: 'assistant-a' }],
      markets: countries.map((country) => ({ country })),
      samples,
    });
    const { id: planId } = await history.call('plans.save', { name: 'Locks', plan, nowMs: firstMs });
    const { id: monitorId } = await history.call('monitors.add', {
      name: 'Weekly',
      planId,
      connectionId: 'embedded',
      schedule: scheduleSchema.parse({ cron: '0 7 * * 1', timeZone: 'UTC' }),
      mode: 'live',
      ceiling: null,
      translation: null,
      nowMs: firstMs - weekMs,
    });
    for (const rule of series.rules)
      await history.call('alerts.addRule', {
        monitor: 'Weekly',
        rule: alertRuleSchema.parse(rule),
        nowMs: firstMs,
      });
    let handledUntilMs = firstMs - weekMs;
    let last = '';
    for (const atMs of [firstMs, lastMs]) {
      const { runId } = await history.call('monitors.handle', {
        monitorId,
        handledUntilMs,
        leftOut: [],
        runAtMs: atMs,
        sessionId,
        nowMs: atMs,
      });
      last = runId ?? '';
      handledUntilMs = atMs;
      const limit = questions.length * countries.length * samples;
      for (const cell of await history.call('cells.take', { runId: last, limit, nowMs: atMs })) {
        const body = sampleBody(cell.market.country ?? 'DE');
        await history.call('cells.settle', {
          cellId: cell.id,
          outcome: {
            kind: 'completed',
            answer: sampleAnswer(cell.market.country ?? 'DE', {
              body: atMs === lastMs ? body.replace('forum.example', 'wiki.example') : body,
              receivedAtMs: atMs + 900,
            }),
          },
          nowMs: atMs + 900,
        });
      }
      await history.call('runs.finish', { runId: last, nowMs: atMs + 1000 });
    }
    await history.call('sessions.close', { sessionId, nowMs: lastMs + 1000 });
    return last;
  } finally {
    await history.close();
  }
}
