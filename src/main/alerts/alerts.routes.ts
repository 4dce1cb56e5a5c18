import type { Handlers } from '../bridge/router.ts';
import type { Alerts } from './alerts.ts';

export function alertHandlers(alerts: Alerts) {
  return {
    'alerts.addRule': (input) => alerts.addRule(input),
    'alerts.rules': (input) => alerts.rules(input),
    'alerts.removeRule': ({ id }) => alerts.removeRule(id),
    'alerts.list': (input) => alerts.list(input),
    'alerts.markRead': ({ ids }) => alerts.markRead(ids),
    'alerts.settle': async () => ({ alerts: [...(await alerts.settle())] }),
    'alerts.test': () => alerts.test(),
    'alerts.channels': () => alerts.channels(),
    'alerts.setChannels': (input) => alerts.setChannels(input),
    'alerts.setSecret': ({ secret }) => alerts.setSecret(secret),
  } satisfies Partial<Handlers>;
}
