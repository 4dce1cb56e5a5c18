const storageKey = 'parallax.launch-token';

type Launch =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'code'; readonly code: string };

/** What the link that opened the page carries after its `#`, or null when it is an ordinary address. */
export function readLaunch(hash: string): Launch | null {
  const [, name, value] = /^#(token|open)=([\w-]+)$/.exec(hash) ?? [];
  if (value === undefined) return null;
  return name === 'token' ? { kind: 'token', token: value } : { kind: 'code', code: value };
}

/**
 * This launch's token: from the link that opened the page, or kept from before a reload. The link is taken out of
 * the address bar and the history at once, so that it is neither copied along nor seen by a passer-by.
 */
export function takeLaunchToken(): () => Promise<string | null> {
  const launch = readLaunch(location.hash);
  if (launch === null) return async () => localStorage.getItem(storageKey);
  history.replaceState(null, '', `${location.pathname}#/`);
  if (launch.kind === 'token') {
    localStorage.setItem(storageKey, launch.token);
    return async () => launch.token;
  }
  const token = exchange(launch.code);
  return () => token;
}

async function exchange(code: string): Promise<string | null> {
  const response = await fetch('/bridge/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  }).catch(() => null);
  if (!response?.ok) return localStorage.getItem(storageKey);
  const { token } = (await response.json()) as { readonly token: string };
  localStorage.setItem(storageKey, token);
  return token;
}
