/**
 * Chromium knows no schemes of its programs, so the double shows `app://host/path` under an https origin that exists
 * nowhere, and speaks of it to the program by its real name only.
 */
const suffix = '.electron-double.invalid';

/** `app://parallax/x` as the address that Chromium is given. */
export function toBrowserAddress(address: string): string {
  const url = new URL(address);
  if (['http:', 'https:', 'about:', 'data:', 'blob:'].includes(url.protocol)) return address;
  const scheme = url.protocol.slice(0, -1);
  return `https://${url.host}.${scheme}${suffix}${url.pathname}${url.search}${url.hash}`;
}

/** The address as the program knows it. */
export function toProgramAddress(address: string): string {
  if (address.startsWith('blob:')) return `blob:${toProgramAddress(address.slice('blob:'.length))}`;
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.protocol !== 'https:' || !url.hostname.endsWith(suffix)) return address;
  const name = url.hostname.slice(0, -suffix.length);
  const dot = name.lastIndexOf('.');
  return `${name.slice(dot + 1)}://${name.slice(0, dot)}${url.pathname}${url.search}${url.hash}`;
}
