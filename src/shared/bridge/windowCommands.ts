/** Menus of the desktop program, in their order. */
export const menuNames = ['file', 'edit', 'view', 'go', 'help'] as const;
export type MenuName = (typeof menuNames)[number];

/**
 * A command of the whole window. The palette, the list of shortcuts and the menu of the desktop program show the same
 * title and key.
 */
export type WindowCommand = {
  readonly id: string;
  readonly title: string;
  readonly group: 'Go to' | 'Question' | 'Reading' | 'History' | 'Window';
  /** The first one is shown in the menu. */
  readonly keys?: readonly string[];
  /** Keys of desktop programs, which a browser has for itself. */
  readonly desktopKeys?: readonly string[];
  /** In the place of `desktopKeys` on a Mac. */
  readonly macKeys?: readonly string[];
  /** Additional search words of the palette. */
  readonly words?: string;
  /** Only by its key or in the menu; not in the palette. */
  readonly keyOnly?: boolean;
  /** The key also has a meaning in text fields, which take precedence. */
  readonly yieldsToText?: boolean;
  /** The screen that it shows, as in an address after `#/`. */
  readonly place?: string;
  /** Without one it is in no menu. */
  readonly menu?: MenuName;
};

export const windowCommands = [
  {
    id: 'new-question',
    title: 'New question',
    group: 'Question',
    keys: ['mod+n', 'mod+shift+k'],
    words: 'ask compose',
    menu: 'file',
  },
  {
    id: 'new-window',
    title: 'New window',
    group: 'Window',
    desktopKeys: ['mod+shift+n'],
    words: 'second side by side compare two runs',
    menu: 'file',
  },
  { id: 'import', title: 'Import results…', group: 'History', words: 'open file json webhook', menu: 'file' },
  {
    id: 'print',
    title: 'Print…',
    group: 'Window',
    desktopKeys: ['mod+p'],
    macKeys: ['mod+p'],
    words: 'paper pdf',
    menu: 'file',
  },
  {
    id: 'find',
    title: 'Find on this screen',
    group: 'Reading',
    keys: ['mod+f'],
    menu: 'edit',
    keyOnly: true,
  },
  { id: 'search-history', title: 'Search history', group: 'History', keys: ['mod+shift+f'], menu: 'edit' },
  {
    id: 'palette',
    title: 'Search or run a command',
    group: 'Window',
    keys: ['mod+k'],
    keyOnly: true,
    menu: 'view',
  },
  {
    id: 'inspector',
    title: 'Show or hide inspector',
    group: 'Window',
    keys: ['mod+i'],
    words: 'evidence details',
    menu: 'view',
  },
  { id: 'sidebar', title: 'Collapse or expand sidebar', group: 'Window', keys: ['mod+b'], menu: 'view' },
  {
    id: 'read-again',
    title: 'Reload data',
    group: 'Window',
    desktopKeys: ['f5', 'mod+r'],
    macKeys: ['mod+r'],
    words: 'refresh update',
    menu: 'view',
  },
  {
    id: 'theme-system',
    title: 'Theme: system',
    group: 'Window',
    words: 'appearance colours dark light',
    menu: 'view',
  },
  {
    id: 'theme-light',
    title: 'Theme: light',
    group: 'Window',
    words: 'appearance colours dark light',
    menu: 'view',
  },
  {
    id: 'theme-dark',
    title: 'Theme: dark',
    group: 'Window',
    words: 'appearance colours dark light',
    menu: 'view',
  },
  {
    id: 'back',
    title: 'Back',
    group: 'Window',
    desktopKeys: ['alt+arrowleft'],
    macKeys: ['mod+['],
    keyOnly: true,
    menu: 'go',
  },
  {
    id: 'forward',
    title: 'Forward',
    group: 'Window',
    desktopKeys: ['alt+arrowright'],
    macKeys: ['mod+]'],
    keyOnly: true,
    menu: 'go',
  },
  {
    id: 'go-overview',
    title: 'Overview',
    group: 'Go to',
    desktopKeys: ['mod+1'],
    place: 'overview',
    words: 'project dashboard start home summary period competitors budget alerts',
    menu: 'go',
  },
  { id: 'go-ask', title: 'Ask', group: 'Go to', desktopKeys: ['mod+2'], place: 'ask', menu: 'go' },
  {
    id: 'go-history',
    title: 'History',
    group: 'Go to',
    desktopKeys: ['mod+3'],
    place: 'history',
    words: 'runs past search export import csv delete',
    menu: 'go',
  },
  {
    id: 'go-questions',
    title: 'Questions',
    group: 'Go to',
    place: 'questions',
    words: 'prompts visibility position missing markets tag re-run compare',
    menu: 'go',
  },
  {
    id: 'go-sources',
    title: 'Sources',
    group: 'Go to',
    place: 'sources',
    words: 'domains pages citations cited urls share instead of you',
    menu: 'go',
  },
  {
    id: 'go-trends',
    title: 'Trends',
    group: 'Go to',
    desktopKeys: ['mod+4'],
    place: 'trends',
    words: 'metrics visibility share of voice trend change drivers',
    menu: 'go',
  },
  {
    id: 'go-gaps',
    title: 'Gaps',
    group: 'Go to',
    desktopKeys: ['mod+5'],
    place: 'gaps',
    words: 'missing competitors mentions citations opportunities outreach pages to win',
    menu: 'go',
  },
  {
    id: 'go-plans',
    title: 'Plans',
    group: 'Go to',
    desktopKeys: ['mod+6'],
    place: 'plans',
    words: 'questions runs price credit limit queue',
    menu: 'go',
  },
  {
    id: 'go-monitors',
    title: 'Monitors',
    group: 'Go to',
    desktopKeys: ['mod+7'],
    place: 'monitors',
    words: 'schedule cron alerts notifications webhook weekly',
    menu: 'go',
  },
  {
    id: 'go-brands',
    title: 'Brands',
    group: 'Go to',
    desktopKeys: ['mod+8'],
    place: 'brands',
    words: 'own competitors aliases domains rules',
    menu: 'go',
  },
  {
    id: 'go-service',
    title: 'Service',
    group: 'Go to',
    desktopKeys: ['mod+9'],
    place: 'service',
    words:
      'queue credits pending tasks clear balance charges limit priority slots jobs keys ledger webhooks plan',
    menu: 'go',
  },
  {
    id: 'go-engines',
    title: 'Settings: engines',
    group: 'Go to',
    place: 'settings/engines',
    words: 'provider key model chatgpt gemini google sandbox display name',
    menu: 'go',
  },
  {
    id: 'go-connections',
    title: 'Settings: connections',
    group: 'Go to',
    keys: ['mod+,'],
    place: 'settings/connections',
    words: 'key service address',
    menu: 'go',
  },
  {
    id: 'go-projects',
    title: 'Settings: projects',
    group: 'Go to',
    place: 'settings/projects',
    words: 'client customer tag branded switch',
    menu: 'go',
  },
  {
    id: 'go-data',
    title: 'Settings: data',
    group: 'Go to',
    place: 'settings/data',
    words: 'disk size check repair compact retention backup restore move folder',
    menu: 'go',
  },
  {
    id: 'go-appearance',
    title: 'Settings: appearance',
    group: 'Go to',
    place: 'settings/appearance',
    words: 'theme',
    menu: 'go',
  },
  {
    id: 'guide',
    title: 'Guide',
    group: 'Window',
    keys: ['f1'],
    place: 'guide/contents',
    words: 'help manual documentation user guide how to',
    menu: 'help',
  },
  { id: 'keys', title: 'Keyboard shortcuts', group: 'Window', keys: ['?'], words: 'keys help', menu: 'help' },
  {
    id: 'whats-new',
    title: 'What’s new',
    group: 'Window',
    place: 'guide/whats-new',
    words: 'changelog release notes changes version',
    menu: 'help',
  },
  {
    id: 'report-problem',
    title: 'Report a problem',
    group: 'Window',
    place: 'settings/about',
    words: 'bug support feedback diagnostics',
    menu: 'help',
  },
  {
    id: 'check-updates',
    title: 'Check for updates',
    group: 'Window',
    place: 'settings/about',
    words: 'updates version channel beta stable download',
    menu: 'help',
  },
  {
    id: 'go-about',
    title: 'About Parallax',
    group: 'Go to',
    place: 'settings/about',
    words: 'settings version data folder',
    menu: 'help',
  },
  { id: 'close-inspector', title: 'Close inspector', group: 'Window', keys: ['escape'], keyOnly: true },
  { id: 'undo', title: 'Undo', group: 'Window', keys: ['mod+z'], keyOnly: true, yieldsToText: true },
] as const satisfies readonly WindowCommand[];

export type WindowCommandId = (typeof windowCommands)[number]['id'];
export type ShowingCommand = Extract<(typeof windowCommands)[number], { readonly place: string }>;

/** The keys of a command on this host. */
export function keysOf(
  command: WindowCommand,
  host: { readonly desktop: boolean; readonly mac: boolean },
): readonly string[] {
  const own = host.desktop ? ((host.mac ? command.macKeys : undefined) ?? command.desktopKeys ?? []) : [];
  return [...(command.keys ?? []), ...own];
}
