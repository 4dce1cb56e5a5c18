/** Replaces a key. */
const mask = '[key removed]';

/**
 * A shorter key is a placeholder for a local server, such as "none" or "ollama"; masking it would remove
 * ordinary words.
 */
const minSecretLength = 8;

/**
 * Replaces a key wherever the other side echoes it, before its response is stored, logged or shown: verbatim,
 * in capitals, percent-encoded, escaped in JSON or HTML, and as name and password of HTTP Basic. Processes
 * strings, lists and objects including their keys; other values are returned unchanged.
 */
export function withoutSecret<T>(value: T, secret: string | null | undefined): T {
  if (secret === undefined || secret === null || secret.length < minSecretLength) return value;
  // Building the pattern is slower than scanning a short response.
  if (last.secret !== secret) last = { secret, pattern: patternOf(secret) };
  return cleaned(value, last.pattern) as T;
}

let last: { readonly secret: string; readonly pattern: RegExp } = { secret: '', pattern: /$^/ };

function patternOf(secret: string): RegExp {
  const password = secret.slice(secret.indexOf(':') + 1);
  const forms = [secret, Buffer.from(secret).toString('base64').replace(/=+$/, ''), password];
  const long = forms.filter((form) => form.length >= minSecretLength);
  return new RegExp(long.map(inAnyEncoding).join('|'), 'gi');
}

function inAnyEncoding(text: string): string {
  return [...text]
    .map((letter) => {
      const hex = (letter.codePointAt(0) ?? 0).toString(16);
      const encoded = encodeURIComponent(letter);
      const forms = [`\\u${hex.padStart(4, '0')}`, `%${hex}`, `\\\\{1,8}u0{0,4}${hex}`, `&#x0{0,4}${hex};`];
      if (encoded !== letter) forms.push(encoded);
      return `(?:${forms.join('|')}|&#0{0,4}${letter.codePointAt(0)};)`;
    })
    .join('');
}

function cleaned(value: unknown, pattern: RegExp): unknown {
  if (typeof value === 'string') return value.replace(pattern, mask);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, pattern));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [cleaned(name, pattern), cleaned(item, pattern)]),
    );
  }
  return value;
}
