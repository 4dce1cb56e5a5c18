import type { Logger } from '#platform/log.ts';
import type { BridgeEvent } from '#shared/bridge/events.ts';
import { allProjects } from '#shared/model/allProjects.ts';
import type { BridgeTarget } from '../common/bridgeTarget.ts';

/** Shows the number of unread alerts at the program's icon, where the system has such a number. */
export function createBadge(parts: {
  readonly target: BridgeTarget;
  readonly show: (count: number) => void;
  readonly log: Logger;
}): { readonly hear: (event: BridgeEvent) => void; readonly refresh: () => Promise<void> } {
  const { target, show, log } = parts;
  let shown = 0;
  const refresh = async (): Promise<void> => {
    const answer = await target.call(
      'alerts.list',
      { project: allProjects, unread: true, limit: 1 },
      { signal: new AbortController().signal, callId: 'badge' },
    );
    if (!answer.ok) return;
    const { unread } = answer.data as { readonly unread: number };
    if (unread !== shown) show(unread);
    shown = unread;
  };
  return {
    refresh,
    hear: ({ name }) => {
      if (name === 'alert.raised' || name === 'alerts.changed')
        refresh().catch((error: unknown) =>
          log('warn', 'The number of unread alerts is not shown.', { error: String(error) }),
        );
    },
  };
}
