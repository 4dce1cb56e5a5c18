import {
  AlarmClock,
  ChartLine,
  CircleQuestionMark,
  History,
  LayoutDashboard,
  Link2,
  ListChecks,
  type LucideIcon,
  MessageCircleQuestionMark,
  PanelLeft,
  Server,
  Settings,
  SquarePen,
  Tags,
  Target,
} from 'lucide-react';
import { IconButton } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { Tooltip } from '../ui/Tooltip.tsx';
import { formatAddress, type Screen } from '../window/address.ts';
import { keptFilter } from '../window/answerFilter.ts';
import { printKeys } from '../window/commands.tsx';
import { useAddress } from '../window/navigation.tsx';

type Entry = {
  readonly screen: Screen;
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly keys?: string;
  readonly holds: (screen: Screen) => boolean;
};

const upper: readonly Entry[] = [
  {
    screen: { name: 'overview' },
    label: 'Overview',
    Icon: LayoutDashboard,
    holds: (screen) => screen.name === 'overview',
  },
  {
    screen: { name: 'ask' },
    label: 'Ask',
    Icon: SquarePen,
    keys: 'mod+n',
    holds: (screen) => screen.name === 'ask',
  },
  {
    screen: { name: 'history' },
    label: 'History',
    Icon: History,
    keys: 'mod+shift+f',
    // A run is one of its list, also right after it was asked: the next question is asked under Ask.
    holds: ({ name }) =>
      ['history', 'run', 'selection', 'answers', 'answer', 'change-history'].includes(name),
  },
  {
    screen: { name: 'questions' },
    label: 'Questions',
    Icon: MessageCircleQuestionMark,
    holds: (screen) => screen.name === 'questions',
  },
  {
    screen: { name: 'sources' },
    label: 'Sources',
    Icon: Link2,
    holds: (screen) => screen.name === 'sources',
  },
  {
    screen: { name: 'trends' },
    label: 'Trends',
    Icon: ChartLine,
    holds: (screen) => screen.name === 'trends',
  },
  {
    screen: { name: 'gaps' },
    label: 'Gaps',
    Icon: Target,
    holds: (screen) => screen.name === 'gaps',
  },
  {
    screen: { name: 'plans' },
    label: 'Plans',
    Icon: ListChecks,
    holds: (screen) => screen.name === 'plans',
  },
  {
    screen: { name: 'monitors' },
    label: 'Monitors',
    Icon: AlarmClock,
    holds: (screen) => screen.name === 'monitors',
  },
  {
    screen: { name: 'brands' },
    label: 'Brands',
    Icon: Tags,
    holds: (screen) => screen.name === 'brands',
  },
];

const lower: readonly Entry[] = [
  {
    screen: { name: 'service' },
    label: 'Service',
    Icon: Server,
    holds: (screen) => screen.name === 'service',
  },
  {
    screen: { name: 'settings', section: 'connections' },
    label: 'Settings',
    Icon: Settings,
    keys: 'mod+,',
    holds: (screen) => screen.name === 'settings',
  },
  {
    screen: { name: 'guide', page: 'contents' },
    label: 'Help',
    Icon: CircleQuestionMark,
    keys: 'f1',
    holds: (screen) => screen.name === 'guide',
  },
];

/** Screens that share one filter, which stays when one opens another. */
const filtered: readonly Screen['name'][] = ['overview', 'questions', 'sources', 'trends', 'gaps', 'brands'];

type SidebarProps = {
  readonly screen: Screen;
  readonly collapsed: boolean;
  /** Number of unread alerts. */
  readonly unreadAlerts: number;
  readonly onToggle: () => void;
};

/** The list of screens: narrow with small labels, or wide if there is room. */
export function Sidebar({ screen, collapsed, unreadAlerts, onToggle }: SidebarProps) {
  const { params } = useAddress();
  const entry = (each: Entry) => (
    <Link
      key={each.label}
      entry={each}
      params={filtered.includes(screen.name) && filtered.includes(each.screen.name) ? keptFilter(params) : {}}
      current={each.holds(screen)}
      wide={!collapsed}
      unread={each.screen.name === 'monitors' ? unreadAlerts : 0}
    />
  );
  return (
    <nav
      aria-label="Navigation"
      className={classNames(
        'flex w-16 shrink-0 flex-col gap-1 overflow-y-auto border-line border-e bg-bg p-1.5 select-none print:hidden',
        collapsed ? '' : 'min-[1400px]:w-36 min-[1400px]:gap-0.5 min-[1400px]:p-2',
      )}
    >
      {upper.map(entry)}
      <div className="mt-auto flex flex-col gap-1">
        {lower.map(entry)}
        <div className="hidden min-[1400px]:block">
          <Tooltip text={collapsed ? 'Expand' : 'Collapse'} keys={printKeys('mod+b')} side="right">
            <IconButton
              Icon={PanelLeft}
              px={15}
              label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
              size="icon"
              onClick={onToggle}
              className={collapsed ? 'w-full' : 'w-8'}
            />
          </Tooltip>
        </div>
      </div>
    </nav>
  );
}

type LinkProps = {
  readonly entry: Entry;
  readonly params: Readonly<Record<string, string>>;
  readonly current: boolean;
  readonly wide: boolean;
  readonly unread: number;
};

function Link({ entry, params, current, wide, unread }: LinkProps) {
  const { Icon, label, keys } = entry;
  return (
    <Tooltip text={label} keys={keys ? printKeys(keys) : undefined} side="right">
      <a
        href={formatAddress(entry.screen, params)}
        aria-current={current ? 'page' : undefined}
        className={classNames(
          'flex flex-col items-center gap-0.5 rounded-md px-0.5 py-1.5 text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:text-ink',
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
