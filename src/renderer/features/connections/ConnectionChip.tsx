import { ChevronDown, Settings2 } from 'lucide-react';
import type { ConnectionView } from '#shared/model/connection.ts';
import { onlyBuiltIn, selectedConnection, useConnections } from '../../bridge/connectionList.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount, formatCredits } from '../../ui/format.ts';
import { Menu, MenuChoices, MenuHeading, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { useConnectionActions } from './connections.ts';

type ConnectionChipProps = {
  /** Running questions of this window by connection: newer than the last response. */
  readonly askedNow: (connectionId: string) => number;
  readonly onManage: () => void;
  readonly onFailure: (message: string) => void;
};

/** The connection in use with its remaining credits and slots. A click selects another one. */
export function ConnectionChip({ askedNow, onManage, onFailure }: ConnectionChipProps) {
  const connections = useConnections();
  const current = selectedConnection(connections);
  const { select } = useConnectionActions();
  if (current === null) return null;
  const problem = problemOf(current);
  return (
    <div className="flex shrink-0 items-center gap-1">
      <Menu
        align="end"
        label="Connection"
        trigger={
          <Button look="quiet" aria-label={`Connection: ${current.name}`}>
            <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dotLook(current)}`} />
            <span className="max-w-24 truncate min-[900px]:max-w-44">{current.name}</span>
            {problem === null ? (
              // The system takes the colour out of the dot.
              <span className="hidden forced-colors:inline">
                {current.reachable === true ? 'connected' : 'not tested'}
              </span>
            ) : (
              <span className="text-warn">{problem}</span>
            )}
            <ChevronDown size={12} aria-hidden="true" className="shrink-0 text-ink-3" />
          </Button>
        }
      >
        <MenuHeading>Connection</MenuHeading>
        <MenuChoices
          value={current.id}
          onChange={(id) =>
            void select(id).then((outcome) => {
              if (!outcome.ok) onFailure(outcome.failure.message);
            })
          }
          choices={connections.map((each) => ({
            value: each.id,
            label: each.name,
            detail:
              each.credits && problemOf(each) === null
                ? formatCredits(each.credits.remaining)
                : (problemOf(each) ?? undefined),
          }))}
        />
        <MenuSeparator />
        <MenuItem icon={<Settings2 size={13} />} onSelect={onManage}>
          Manage connections…
        </MenuItem>
      </Menu>
      <Meters
        connection={current}
        used={askedNow(current.id)}
        slots={onlyBuiltIn(connections) ? null : current.slots}
      />
    </div>
  );
}

/** Why a connection cannot be used, in two words. */
export function problemOf({ key, reachable }: Pick<ConnectionView, 'key' | 'reachable'>): string | null {
  if (key.kind === 'none' || key.kind === 'elsewhere') return 'no key';
  return reachable === false ? 'not reachable' : null;
}

/** Green only if the service responded. */
function dotLook(connection: ConnectionView): string {
  if (problemOf(connection) !== null) return 'border border-warn bg-transparent';
  return connection.reachable === true ? 'bg-good' : 'bg-ink-3';
}

type MetersProps = {
  readonly connection: ConnectionView;
  readonly used: number;
  readonly slots: ConnectionView['slots'];
};

function Meters({ connection: { credits }, used, slots }: MetersProps) {
  return (
    <div className="hidden items-center gap-3 px-2 text-ink-2 text-table tabular min-[900px]:flex">
      {credits ? (
        <Tooltip
          text={
            credits.cycleResetsAt
              ? `Credits left; next cycle ${credits.cycleResetsAt.slice(0, 10)}`
              : 'Credits left'
          }
        >
          <span>{formatCredits(credits.remaining)}</span>
        </Tooltip>
      ) : null}
      {slots ? (
        <Tooltip text="Requests of this window in progress, of the maximum at once">
          <span>
            {/* Queued questions wait at the service; no more run than there are slots. */}
            {formatCount(Math.min(used, slots.limit))}/{formatCount(slots.limit)} slots
          </span>
        </Tooltip>
      ) : null}
    </div>
  );
}
