/** Text that is safe to print in a terminal. */

/** Bidirectional control characters. Joiners are not among them: Persian and emoji need them. */
const turning = '\\u202a-\\u202e\\u2066-\\u2069';
const unseen = new RegExp(`\\p{Cc}|[${turning}]`, 'gu');
/** CSV ends lines with CR LF; a CR alone would overwrite the line. */
const steering = /(?![\t\n]|\r\n)\p{Cc}/gu;
const steeringOrTurning = new RegExp(`${steering.source}|[${turning}]`, 'gu');

/** One line without control sequences, to print among others. */
export function printable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(unseen, '').trim();
}

/**
 * Escapes text for a terminal, or a pipe that may lead to one: control sequences (colours, clipboard, links,
 * title) are written as `\\u001b`, as in JSON, so that JSON keeps its value. On a terminal also bidirectional
 * control characters; in a pipe these are data.
 */
export function visible(text: string, onScreen: boolean): string {
  return text.replace(
    onScreen ? steeringOrTurning : steering,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
