import type { Notifier, SecretStore } from '#main/ports.ts';
import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { rateOf } from '#shared/figures/statistics/wilson.ts';
import type { AlertChannels, AlertChannelsView, AlertRuleView, AlertView } from '#shared/model/alert.ts';
import { type AlertRule, ruleLabel } from '#shared/model/alertRules.ts';
import { AppError, invalidInput } from '#shared/model/appError.ts';
import { tellAt } from '#shared/model/quietHours.ts';
import type { RunComparison } from '../comparison/runComparison.ts';
import type { CoreParts } from '../coreParts.ts';
import type { AlertChannel, StoredAlert, StoredRule } from '../history/store/operations/alerts.ts';
import { webhookSecretName } from '../secrets/secretNames.ts';
import type { AppSettings } from '../settings/settings.ts';
import { createWatch, oneAtATime } from '../watching.ts';
import { createDeliveries } from './deliveries.ts';
import { createEvaluator } from './evaluateRun.ts';
import { addressProblem, mintSecret, secretProblem } from './webhook.ts';

const lookEveryMs = 15_000;

/** Alerts of monitors: rules, alerts, and their channels. */
export function createAlerts(
  deps: Pick<CoreParts, 'history' | 'clock' | 'random' | 'log' | 'publish'> & {
    readonly comparison: Pick<RunComparison, 'parts' | 'periods'>;
    readonly settings: Pick<AppSettings, 'alertChannels' | 'setAlertChannels'>;
    readonly secrets: SecretStore;
    readonly notifier: Notifier | undefined;
  },
) {
  const { history, settings, secrets, clock, log, publish } = deps;
  const evaluate = createEvaluator(deps);
  const deliveries = createDeliveries({ ...deps, channels: settings.alertChannels, viewOf });
  const stopping = new AbortController();

  const openChannels = (): AlertChannel[] => {
    const { system, webhook } = settings.alertChannels();
    return [...(system ? (['system'] as const) : []), ...(webhook === null ? [] : (['webhook'] as const))];
  };
  const channelsView = async (): Promise<AlertChannelsView> => ({
    ...settings.alertChannels(),
    hasSecret: (await secrets.get(webhookSecretName)) !== null,
  });

  /** Evaluates ended runs and sends due deliveries. */
  const settle = oneAtATime(async (): Promise<readonly AlertView[]> => {
    const raised: AlertView[] = [];
    const runs = await history.call('alerts.unevaluated', {});
    for (const run of runs) {
      if (stopping.signal.aborted) break;
      const rules = await history.call('alerts.rules', { monitor: run.monitorId }).catch(removed);
      const found = await evaluate.evaluate(run, rules, stopping.signal);
      const nowMs = clock.now();
      const dueAtMs = tellAt(settings.alertChannels().quietHours, nowMs);
      const { monitorId, scheduledAtMs, runId, beforeId } = run;
      const alerts = await history.call('alerts.create', {
        monitorId,
        scheduledAtMs,
        runId,
        beforeId,
        ...found,
        channels: openChannels(),
        dueAtMs,
        nowMs,
      });
      for (const alert of alerts) {
        const view = viewOf(alert);
        raised.push(view);
        publish('alert.raised', { alert: view, quiet: dueAtMs > nowMs });
      }
    }
    await deliveries.sendDue(stopping.signal);
    return raised;
  });

  return {
    settle: async () => ({ alerts: await settle() }),
    ...createWatch(clock, lookEveryMs, settle, (error) =>
      log('warn', 'The alert rules could not be evaluated', { reason: String(error) }),
    ),
    /** Sends nothing more; a delivery in progress is left to the next program. */
    async stop(): Promise<void> {
      stopping.abort();
      await settle.ended();
    },
    async addRule(input: { readonly monitor: string; readonly rule: AlertRule }): Promise<AlertRuleView> {
      const { id } = await history.call('alerts.addRule', { ...input, nowMs: clock.now() });
      const added = (await history.call('alerts.rules', { monitor: input.monitor })).find(
        (rule) => rule.id === id,
      );
      if (!added) throw new AppError('NOT_FOUND', 'This alert rule no longer exists. Nothing was changed.');
      return ruleView(added);
    },
    rules: async (input: { readonly monitor?: string }) => ({
      rules: (await history.call('alerts.rules', input)).map(ruleView),
    }),
    removeRule: ({ id }: { readonly id: string }) =>
      history.call('alerts.removeRule', { id, nowMs: clock.now() }),
    async list(input: RouteParsedInput<'alerts.list'>): Promise<{ alerts: AlertView[]; unread: number }> {
      const { alerts, unread } = await history.call('alerts.list', input);
      return { alerts: alerts.map(viewOf), unread };
    },
    async markRead({ ids }: RouteParsedInput<'alerts.markRead'>): Promise<{ marked: number }> {
      const { marked } = await history.call('alerts.markRead', { ids, nowMs: clock.now() });
      if (marked > 0) publish('alerts.changed', {});
      return { marked };
    },
    async test(): Promise<AlertView> {
      const alert = await history.call('alerts.createTest', {
        channels: openChannels(),
        nowMs: clock.now(),
        content: {
          text: 'Test alert: this channel works',
          engine: null,
          market: null,
          subject: null,
          before: null,
          now: rateOf(0, 0),
          verdict: null,
          answers: [],
          standing: null,
        },
      });
      publish('alert.raised', { alert: viewOf(alert), quiet: false });
      await deliveries.sendDue(stopping.signal);
      const { alerts } = await history.call('alerts.list', {
        unread: false,
        after: alert.number - 1,
        limit: 1,
      });
      return viewOf(alerts[0] ?? alert);
    },
    channels: channelsView,
    /**
     * Absent members do not change.
     * @throws AppError INVALID_INPUT for an address that is not allowed
     */
    async setChannels(changes: { readonly [K in keyof AlertChannels]?: AlertChannels[K] }) {
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const next: AlertChannels = { ...settings.alertChannels(), ...given };
      const problem = next.webhook === null ? null : addressProblem(next.webhook, next.allowPrivate);
      if (problem !== null) throw invalidInput('webhook', problem);
      settings.setAlertChannels(next);
      return channelsView();
    },
    /**
     * Stores a secret, or generates one and returns it this once.
     * @throws AppError INVALID_INPUT
     */
    async setSecret({ secret: given }: RouteParsedInput<'alerts.setSecret'>): Promise<{
      minted: string | null;
      kept: 'keychain' | 'memory';
    }> {
      const secret = given ?? mintSecret();
      const problem = secretProblem(secret);
      if (problem !== null) throw invalidInput('secret', problem);
      await secrets.set(webhookSecretName, secret);
      const { kind } = await secrets.status();
      return {
        minted: given === undefined ? secret : null,
        kept: kind === 'protected' ? 'keychain' : 'memory',
      };
    },
  };
}

/** A deleted monitor has no rules any more. */
const removed = (): readonly StoredRule[] => [];

const ruleView = ({ id, monitor, rule }: StoredRule): AlertRuleView => ({
  id,
  monitor,
  rule,
  words: ruleLabel(rule),
});

/** With the window's URL that shows the reason: the answers side by side, or the run. */
function viewOf(alert: StoredAlert): AlertView {
  const { answers, runId } = alert;
  const plain = runId === null ? '#/monitors' : `#/plans?run=${encodeURIComponent(runId)}`;
  const address = answers.length > 1 ? `#/selection/${answers.map(encodeURIComponent).join(',')}` : plain;
  return { ...alert, address };
}
