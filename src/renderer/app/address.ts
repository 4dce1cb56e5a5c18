/** Places of the window, as they stand after the `#` of its address. */
export type Screen =
  | { readonly name: 'ask' }
  | { readonly name: 'run'; readonly runId: string }
  | { readonly name: 'history' }
  | { readonly name: 'picked'; readonly answers: readonly string[] }
  | { readonly name: 'answer'; readonly observationId: string }
  | { readonly name: 'through-time'; readonly observationId: string }
  | { readonly name: 'trends' }
  | { readonly name: 'plans' }
  | { readonly name: 'monitors' }
  | { readonly name: 'queue' }
  | { readonly name: 'service' }
  | { readonly name: 'settings'; readonly section: SettingsSection };

export const settingsSections = ['connections', 'projects', 'brands', 'data', 'appearance', 'about'] as const;
export type SettingsSection = (typeof settingsSections)[number];

export type Address = {
  readonly place: Screen;
  /** Everything else a copied address has to bring back: tab, hidden columns, search text. */
  readonly params: Readonly<Record<string, string>>;
};

/** Reads an address hash; anything unknown leads to the ask place rather than to an error. */
export function parseAddress(hash: string): Address {
  const text = hash.replace(/^#\/?/, '');
  const cut = text.indexOf('?');
  const path = cut === -1 ? text : text.slice(0, cut);
  const params = Object.fromEntries(new URLSearchParams(cut === -1 ? '' : text.slice(cut + 1)));
  return { place: parseScreen(path.split('/').filter(Boolean).map(decode)), params };
}

function parseScreen(parts: readonly string[]): Screen {
  const [head, second] = parts;
  if (head === 'run' && second !== undefined) return { name: 'run', runId: second };
  if ((head === 'answer' || head === 'through-time') && second !== undefined)
    return { name: head, observationId: second };
  if (head === 'picked' && second !== undefined)
    return { name: 'picked', answers: second.split(',').filter(Boolean) };
  if (head === 'history' || head === 'trends' || head === 'plans') return { name: head };
  if (head === 'monitors' || head === 'queue' || head === 'service') return { name: head };
  if (head === 'settings') {
    const section = settingsSections.find((known) => known === second) ?? 'connections';
    return { name: 'settings', section };
  }
  return { name: 'ask' };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The hash of an address, `#` included; empty parameters are left out and the rest is ordered by name. */
export function formatAddress(place: Screen, params: Readonly<Record<string, string>> = {}): string {
  const kept = Object.entries(params)
    .filter(([, value]) => value !== '')
    .sort(([left], [right]) => (left < right ? -1 : 1));
  // Commas and colons are legal in a fragment and make the address readable.
  const query = new URLSearchParams(kept).toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return `#/${screenPath(place)}${query === '' ? '' : `?${query}`}`;
}

function screenPath(place: Screen): string {
  if (place.name === 'run') return `run/${encodeURIComponent(place.runId)}`;
  if (place.name === 'answer' || place.name === 'through-time')
    return `${place.name}/${encodeURIComponent(place.observationId)}`;
  if (place.name === 'picked') return `picked/${place.answers.map(encodeURIComponent).join(',')}`;
  if (place.name === 'settings') return `settings/${place.section}`;
  return place.name;
}
