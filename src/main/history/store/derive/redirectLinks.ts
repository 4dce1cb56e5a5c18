/**
 * Whether an address has the form of an engine's redirect, as the service's resolver takes it: `/goto` or `/url`
 * with the destination, open or hidden, in `url` or `q`.
 */
export function isRedirectLink(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.pathname !== '/goto' && parsed.pathname !== '/url')) return false;
  return Boolean(parsed.searchParams.get('url') || parsed.searchParams.get('q'));
}
