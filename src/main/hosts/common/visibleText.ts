/** What of a text is seen in a terminal, and nothing that steers it. */

/** Letters that turn the writing direction of what follows. Joiners are none: Persian and emoji need them. */
const turning = '\\u202a-\\u202e\\u2066-\\u2069';
const unseen = new RegExp(`\\p{Cc}|[${turning}]`, 'gu');
/** A line's end is CR LF in CSV; a CR alone would have the line written over. */
const steering = /(?![\t\n]|\r\n)\p{Cc}/gu;
const steeringOrTurning = new RegExp(`${steering.source}|[${turning}]`, 'gu');

/** One line without what could steer a terminal, to stand among others. */
export function printable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(unseen, '').trim();
}

/**
 * Text as it goes to a terminal, or to a pipe that leads to one: what would steer it (colours, the clipboard, links, the
 * title) is written out as `\\u001b`. That is how JSON writes it, so JSON stays the same value. On a screen also what
 * turns the writing direction; in a pipe it is data.
 */
export function visible(text: string, onScreen: boolean): string {
  return text.replace(
    onScreen ? steeringOrTurning : steering,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
