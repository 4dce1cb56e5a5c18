/**
 * Detects brand names inside URLs, mail addresses, handles, file names and identifiers, which do not count as
 * mentions.
 */

/** Characters that end a URL. Brackets and commas can be part of one. */
const addressBreak = /[\s<>"“”„«»‹›‘’「」『』【】《》（）。，、；：！？｜|]/;
const reach = 200;

export function isInsideAddress(text: string, start: number, end: number): boolean {
  if (isFreeBefore(text, start) && isFreeAfter(text, end)) return false;
  let from = start;
  while (from > 0 && start - from < reach && !addressBreak.test(text.charAt(from - 1))) from--;
  let to = end;
  while (to < text.length && to - end < reach && !addressBreak.test(text.charAt(to))) to++;
  const before = text.slice(from, start);
  const after = text.slice(end, to);
  const name = text.slice(start, end);
  return (
    insideUrl(before) ||
    insideMail(before, after) ||
    insideIdentifier(before, after) ||
    insideHost(before, name, after) ||
    insidePath(before, name, after) ||
    insideQuery(before, name) ||
    insideFragment(before, after)
  );
}

/** End of the text, white space, or a letter of a script without spaces between words. */
function isGap(unit: number): boolean {
  return Number.isNaN(unit) || unit === 32 || unit === 10 || (unit >= 0x2e80 && unit < 0xff00);
}

function isFreeBefore(text: string, start: number): boolean {
  const unit = text.charCodeAt(start - 1);
  // An opening bracket or quotation mark after a gap.
  return isGap(unit) || ((unit === 0x28 || unit === 0x22) && isGap(text.charCodeAt(start - 2)));
}

function isFreeAfter(text: string, end: number): boolean {
  const unit = text.charCodeAt(end);
  if (isGap(unit)) return true;
  // A closing punctuation mark before a gap.
  const closes = unit === 0x2c || unit === 0x2e || unit === 0x3a || unit === 0x3b || unit === 0x29;
  return closes && isGap(text.charCodeAt(end + 1));
}

const addressScheme = /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.|\bmailto:)/i;

function insideUrl(before: string): boolean {
  const scheme = addressScheme.exec(before);
  if (scheme === null) return false;
  const between = before.slice(scheme.index);
  return between.split(')').length <= between.split('(').length;
}

/** The local part or the host of a mail address, or a handle. */
function insideMail(before: string, after: string): boolean {
  return /[@＠][\p{L}\p{N}._+-]*$/u.test(before) || /^[\p{L}\p{N}._+%-]*@[\p{L}\p{N}]/u.test(after);
}

/** Joined to a letter or digit by an underscore. An underscore that only marks emphasis does not count. */
function insideIdentifier(before: string, after: string): boolean {
  return /[\p{L}\p{N}]_+$/u.test(before) || /^_+[\p{L}\p{N}]/u.test(after);
}

const hostAfter = /^(?:-[\p{L}\p{N}-]+)?(?:\.[\p{L}\p{N}-]+)*\.(?:\p{Ll}{2,}|[A-Z]{2,})(?![\p{L}\p{N}])/u;

/**
 * Followed by a domain or file extension, or after a dot inside a host. A missing space between sentences does not
 * count.
 */
function insideHost(before: string, name: string, after: string): boolean {
  if (hostAfter.test(after)) return true;
  const label = /([\p{L}\p{N}-]+)\.$/u.exec(before)?.[1];
  if (label === undefined || /^\p{N}+$/u.test(label)) return false;
  return /^\p{Ll}/u.test(name) && !/[^\p{Script=Latin}\p{N}-]/u.test(label);
}

const hostAndSlash = /(?:^|[^\p{L}\p{N}])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?::\d+)?\//u;

/** After a slash that belongs to a path. Between words, a slash means "or". */
function insidePath(before: string, name: string, after: string): boolean {
  if (before.endsWith('\\')) return true;
  if (!before.endsWith('/')) return false;
  if (hostAndSlash.test(before) || /(?:^|[^\p{L}\p{N}])\/?[ru]\/$/u.test(before)) return true;
  if (!/^\p{Ll}/u.test(name)) return false;
  return (
    before.startsWith('/') || before.startsWith('.') || before.split('/').length + after.split('/').length > 3
  );
}

function insideQuery(before: string, name: string): boolean {
  const key = /([\p{L}\p{N}_.-]+)=$/u.exec(before)?.[1];
  if (key === undefined) return false;
  return /[?&]/.test(before) || (/^\p{Ll}/u.test(name) && !/\p{Lu}/u.test(key));
}

/** In the fragment of a URL or the name of an anchor. A hashtag does count as a mention. */
function insideFragment(before: string, after: string): boolean {
  return /[\p{L}\p{N}/.]#$/u.test(before) || (before.endsWith('#') && /^[-_]/.test(after));
}
