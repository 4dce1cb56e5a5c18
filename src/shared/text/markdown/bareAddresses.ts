/** Addresses that stand in a sentence as they are, without a mark of Markdown around them. */
import type { Link, Nodes, Text } from 'mdast';

/**
 * What ends an address besides spaces: punctuation of scripts that put no space after it, and their letters behind a
 * Latin one ("…/page를", "…/pageです"). Behind a slash or a sign they are part of it ("/wiki/自転車", "?q=自転車").
 */
const stop =
  /[“”„«»‹›、。，！？；：「」『』（）【】《》〈〉،؛؟।॥…]|(?<=[a-z0-9)\]])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/iu;
/** Punctuation of any script, without what an address may end in: / - # % & @ and signs such as = and +. */
const endMark = /[\p{P}~](?<![/\-#%&@])/u;

/** Where the address ends with which `written` starts. A closing bracket is kept where it was opened in the address. */
export function addressEnd(written: string): number {
  let end = stop.exec(written)?.index ?? written.length;
  const opened = written.slice(0, end).includes('(');
  while (end > 0 && endMark.test(written.charAt(end - 1))) {
    if (written.charAt(end - 1) === ')' && opened) break;
    end--;
  }
  return end;
}

/** Ends bare addresses of a parsed text where their sentence goes on: GitHub's rule knows spaces and ASCII only. */
export function endBareAddresses(node: Nodes): void {
  if (!('children' in node) || node.type === 'link') return;
  const children: Nodes[] = [];
  let changed = false;
  for (const child of node.children) {
    const written = child.type === 'link' ? bareAddress(child) : null;
    if (written === null || addressEnd(written) === written.length) {
      endBareAddresses(child);
      children.push(child);
    } else {
      changed = true;
      children.push(...chunksOf(written));
    }
  }
  if (changed) Object.assign(node, { children });
}

/** The text of a link that is nothing but its address, without angle brackets; null for any other. */
function bareAddress({ children, url, position }: Link): string | null {
  const [only, second] = children;
  if (only?.type !== 'text' || second !== undefined) return null;
  const { value } = only;
  const length = position && (position.end.offset ?? 0) - (position.start.offset ?? 0);
  if (length !== undefined && length !== value.length) return null;
  return url === value || url === `http://${value}` ? value : null;
}

const start = /https?:\/\/|www\./gi;

/** A text taken apart into its addresses and what stands between them. */
function chunksOf(written: string): readonly (Link | Text)[] {
  const chunks: (Link | Text)[] = [];
  let at = 0;
  let read = 0;
  for (const { index } of written.matchAll(start)) {
    if (index < read) continue;
    const address = written.slice(index, index + addressEnd(written.slice(index)));
    const url = /^www\./i.test(address) ? `http://${address}` : address;
    // What is no address is not read again from the next start in it: a text may be nothing but starts.
    read = index + address.length;
    if (!/^https?:\/\/[^/?#]*[\p{L}\p{N}]\.[\p{L}\p{N}]/iu.test(url)) continue;
    if (index > at) chunks.push({ type: 'text', value: written.slice(at, index) });
    chunks.push({ type: 'link', url, children: [{ type: 'text', value: address }] });
    at = read;
  }
  return at < written.length ? [...chunks, { type: 'text', value: written.slice(at) }] : chunks;
}
