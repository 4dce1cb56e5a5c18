import {
  AlarmClock,
  ChartLine,
  History,
  Hourglass,
  ListChecks,
  type LucideIcon,
  PanelLeft,
  Server,
  Settings,
  SquarePen,
} from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { Tooltip } from '../ui/Tooltip.tsx';
import { formatAddress, type Screen } from './address.ts';
import { printKeys } from './commands.tsx';

type Entry = {
  readonly place: Screen;
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly keys?: string;
  readonly holds: (place: Screen) => boolean;
};

const upper: readonly Entry[] = [
  {
    place: { name: 'ask' },
    label: 'Ask',
    Icon: SquarePen,
    keys: 'mod+n',
    holds: (place) => place.name === 'ask' || place.name === 'run',
  },
  {
    place: { name: 'history' },
    label: 'History',
    Icon: History,
    keys: 'mod+shift+f',
    holds: ({ name }) => ['history', 'picked', 'answer', 'through-time'].includes(name),
  },
  {
    place: { name: 'trends' },
    label: 'Trends',
    Icon: ChartLine,
    holds: (place) => place.name === 'trends',
  },
  {
    place: { name: 'plans' },
    label: 'Plans',
    Icon: ListChecks,
    holds: (place) => place.name === 'plans',
  },
  {
    place: { name: 'monitors' },
    label: 'Monitors',
    Icon: AlarmClock,
    holds: (place) => place.name === 'monitors',
  },
];

const lower: readonly Entry[] = [
  {
    place: { name: 'queue' },
    label: 'Queue',
    Icon: Hourglass,
    holds: (place) => place.name === 'queue',
  },
  {
    place: { name: 'service' },
    label: 'Service',
    Icon: Server,
    holds: (place) => place.name === 'service',
  },
  {
    place: { name: 'settings', section: 'connections' },
    label: 'Settings',
    Icon: Settings,
    keys: 'mod+,',
    holds: (place) => place.name === 'settings',
  },
];

type SidebarProps = {
  readonly place: Screen;
  readonly collapsed: boolean;
  /** Alerts nobody has read. */
  readonly unreadAlerts: number;
  readonly onToggle: () => void;
};

/** The places of the window: a rail with small labels, or a wider list where there is room for it. */
export function Sidebar({ place, collapsed, unreadAlerts, onToggle }: SidebarProps) {
  const entry = (each: Entry) => (
    <Link
      key={each.label}
      entry={each}
      current={each.holds(place)}
      wide={!collapsed}
      unread={each.place.name === 'monitors' ? unreadAlerts : 0}
    />
  );
  return (
    <nav
      aria-label="Navigation"
      className={classNames(
        'flex w-16 shrink-0 flex-col gap-1 border-line border-e bg-bg p-1.5 print:hidden',
        collapsed ? '' : 'min-[1400px]:w-36 min-[1400px]:gap-0.5 min-[1400px]:p-2',
      )}
    >
      {upper.map(entry)}
      <div className="mt-auto flex flex-col gap-1">
        {lower.map(entry)}
        <div className="hidden min-[1400px]:block">
          <Tooltip text={collapsed ? 'Expand' : 'Collapse'} keys={printKeys('mod+b')} side="right">
            <Button
              look="quiet"
              size="icon"
              aria-label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
              onClick={onToggle}
              className={collapsed ? 'w-full' : 'w-8'}
            >
              <PanelLeft size={15} aria-hidden="true" />
            </Button>
          </Tooltip>
        </div>
      </div>
    </nav>
  );
}

type LinkProps = {
  readonly entry: Entry;
  readonly current: boolean;
  readonly wide: boolean;
  readonly unread: number;
};

function Link({ entry, current, wide, unread }: LinkProps) {
  const { Icon, label, keys } = entry;
  return (
    <Tooltip text={label} keys={keys ? printKeys(keys) : undefined} side="right">
      <a
        href={formatAddress(entry.place)}
        aria-current={current ? 'page' : undefined}
        className={classNames(
          'flex flex-col items-center gap-0.5 rounded-md px-1 py-1.5 text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:text-ink',
          wide
            ? 'min-[1400px]:h-7 min-[1400px]:flex-row min-[1400px]:gap-2 min-[1400px]:px-2 min-[1400px]:py-0'
            : '',
        )}
      >
        <Icon size={16} aria-hidden="true" className="shrink-0" />
        <span className={wide ? 'text-mini min-[1400px]:text-ui' : 'text-mini'}>{label}</span>
        {unread > 0 ? (
          <span className="rounded-full bg-accent px-1.5 font-medium text-mini text-on-accent tabular min-[1400px]:ms-auto">
            {unread > 99 ? '99+' : unread}
            <span className="sr-only"> new alerts</span>
          </span>
        ) : null}
      </a>
    </Tooltip>
  );
}
