/** Screens of the window, as they appear after the `#` of its address. */
export type Screen =
  | { readonly name: 'ask' }
  | { readonly name: 'overview' }
  | { readonly name: 'run'; readonly runId: string }
  | { readonly name: 'history' }
  | { readonly name: 'selection'; readonly answers: readonly string[] }
  /** The answers that a figure counts; its parameters say which. */
  | { readonly name: 'answers' }
  | { readonly name: 'answer'; readonly observationId: string }
  | { readonly name: 'change-history'; readonly observationId: string }
  | { readonly name: 'questions' }
  | { readonly name: 'sources' }
  | { readonly name: 'trends' }
  | { readonly name: 'gaps' }
  | { readonly name: 'plans' }
  | { readonly name: 'monitors' }
  | { readonly name: 'brands' }
  | { readonly name: 'service' }
  | { readonly name: 'settings'; readonly section: SettingsSection }
  | { readonly name: 'guide'; readonly page: string };

export const settingsSections = [
  'engines',
  'analysis-model',
  'translation',
  'connections',
  'projects',
  'data',
  'channels',
  'appearance',
  'about',
] as const;
export type SettingsSection = (typeof settingsSections)[number];

export type Address = {
  readonly screen: Screen;
  /** Other state that a copied address restores: tab, hidden columns, search text. */
  readonly params: Readonly<Record<string, string>>;
};

/** Parses an address hash. Anything unknown opens the Ask screen instead of an error. */
export function parseAddress(hash: string): Address {
  const text = hash.replace(/^#\/?/, '');
  const cut = text.indexOf('?');
  const path = cut === -1 ? text : text.slice(0, cut);
  const params = Object.fromEntries(new URLSearchParams(cut === -1 ? '' : text.slice(cut + 1)));
  return { screen: parseScreen(path.split('/').filter(Boolean).map(decode)), params };
}

function parseScreen(parts: readonly string[]): Screen {
  const [head, second] = parts;
  if (head === 'run' && second !== undefined) return { name: 'run', runId: second };
  if ((head === 'answer' || head === 'change-history') && second !== undefined)
    return { name: head, observationId: second };
  if (head === 'selection' && second !== undefined) {
    const answers = second.split(',').filter(Boolean);
    if (answers.length > 0) return { name: 'selection', answers };
  }
  if (head === 'questions' || head === 'sources' || head === 'answers') return { name: head };
  if (head === 'overview' || head === 'history' || head === 'trends' || head === 'plans')
    return { name: head };
  if (head === 'gaps' || head === 'monitors' || head === 'brands' || head === 'service')
    return { name: head };
  // Former names of these screens in copied addresses.
  if (head === 'queue') return { name: 'service' };
  if (head === 'settings' && second === 'brands') return { name: 'brands' };
  if (head === 'settings') {
    const section = settingsSections.find((known) => known === second) ?? 'connections';
    return { name: 'settings', section };
  }
  if (head === 'guide') return { name: 'guide', page: second ?? 'contents' };
  return { name: 'ask' };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Parameters of an address to be written; those that are empty are omitted. */
export type GivenParams = Readonly<Record<string, string | undefined>>;

/** The hash of an address, including `#`. Parameters are sorted by name. */
export function formatAddress(screen: Screen, params: GivenParams = {}): string {
  const kept = Object.entries(params)
    .filter((each): each is [string, string] => each[1] !== undefined && each[1] !== '')
    .sort(([left], [right]) => (left < right ? -1 : 1));
  // Commas and colons are valid in a fragment and keep the address readable.
  const query = new URLSearchParams(kept).toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return `#/${screenPath(screen)}${query === '' ? '' : `?${query}`}`;
}

function screenPath(screen: Screen): string {
  if (screen.name === 'run') return `run/${encoded(screen.runId)}`;
  if (screen.name === 'answer' || screen.name === 'change-history')
    return `${screen.name}/${encoded(screen.observationId)}`;
  if (screen.name === 'selection') return `selection/${screen.answers.map(encoded).join(',')}`;
  if (screen.name === 'settings') return `settings/${screen.section}`;
  if (screen.name === 'guide') return `guide/${encoded(screen.page)}`;
  return screen.name;
}

/** A lone surrogate has no encoding and is replaced. */
function encoded(part: string): string {
  return encodeURIComponent(part.toWellFormed());
}
