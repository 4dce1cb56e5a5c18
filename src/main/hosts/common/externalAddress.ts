const maxAddress = 8192;

/**
 * The only check before a URL is opened in the user's browser: https, a host, no user name or password. Null if
 * it is refused.
 */
export function checkedExternalAddress(text: string): string | null {
  if (text.length > maxAddress || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'https:' || url.hostname === '' || url.username !== '' || url.password !== '')
    return null;
  return url.href;
}
