/** The names that a text recommends or warns of, those of no list included. */

import { once } from '../../once.ts';
import { contentStem } from '../words/terms.ts';
import { sentences } from '../words/tokens.ts';
import { type Cues, words } from './cues.ts';

export type StatedName = { readonly key: string; readonly label: string };

export type NameRange = {
  readonly start: number;
  readonly end: number;
  readonly key: string;
  readonly label: string;
};

export type Recommended = {
  readonly names: readonly StatedName[];
  readonly stems: readonly string[];
  readonly label: string;
};

/** Languages that write only names with a capital letter inside a sentence. */
const capitalsAreNames = words('en fr es it pt nl');
const commonCapitals = words(
  'i january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday english german japanese french arabic european american wi-fi',
);

/** Names that no list has: words with capital letters that do not open a sentence, or two in a row. */
export function properNames(
  text: string,
  language: string,
  known: readonly NameRange[],
): readonly NameRange[] {
  if (!capitalsAreNames.has(language)) return [];
  return [
    ...text.matchAll(/\p{Lu}[\p{L}\p{M}\d'’-]*(?: (?:\p{Lu}[\p{L}\p{M}\d-]*|\d+\p{L}?)(?![.,]\d))*/gu),
  ].flatMap((match) => {
    const end = match.index + match[0].length;
    const opens =
      match.index === 0 ||
      /[.!?:|•–—]\s*["“(]?$/u.test(text.slice(Math.max(0, match.index - 4), match.index));
    const all = match[0].split(' ');
    const parts = opens && contentStem(all[0] ?? '') === null ? all.slice(1) : all;
    const isName =
      parts.length > 0 &&
      (!opens || parts.length > 1) &&
      !parts.every(
        (part) =>
          commonCapitals.has(part.toLowerCase()) || !/\p{Ll}|\p{Lu}{4}/u.test(part) || /^\d/.test(part),
      );
    const label = parts.join(' ');
    const start = end - label.length;
    return isName && !known.some((name) => name.start < end && name.end > start)
      ? [{ start, end, key: `${ownName}${label.toLowerCase()}`, label }]
      : [];
  });
}
/** Prefix of the keys of names that are no brands of the project. */
export const ownName = '~';

const discourages =
  /\b(?:avoid|stay away from|steer clear of|skip|(?:keep|leave) [\w ]{0,24}(?:hands|fingers) off|not recommend(?:ed)?|advise against|do(?:es)? not (?:buy|get|choose|take)|don['’]t (?:buy|get|choose|take))\b/i;

export function discouragedIn(
  text: string,
  language: string,
  names: () => readonly NameRange[],
): readonly StatedName[] {
  if (language !== 'en' || !discourages.test(text)) return [];
  return sentences(text, language).flatMap(([start, end]) => {
    const cue = discourages.exec(text.slice(start, end));
    if (cue === null) return [];
    const from = start + cue.index;
    const named = names().filter((name) => name.start >= from && name.end <= end);
    return named.slice(0, 1).map(({ key, label }) => ({ key, label }));
  });
}

export function recommendedIn(
  text: string,
  language: string,
  cues: Cues,
  names: () => readonly NameRange[],
): readonly Recommended[] {
  const { recommends, favours } = cues;
  if (!recommends.test(text) && favours?.test(text) !== true) return [];
  return sentences(text, language).flatMap(([start, end]): readonly Recommended[] => {
    const sentence = text.slice(start, end);
    const named = once(() => names().filter((name) => name.start >= start && name.end <= end));
    const cue = affirmedCue(sentence, recommends, cues);
    const weak = favours === undefined ? null : affirmedCue(sentence, favours, cues);
    const first =
      cue === null || (weak !== null && weak.index < cue.index && named().length > 0) ? weak : cue;
    if (first === null) return [];
    const from = start + first.index + first[0].length;
    const after = named().filter((name) => name.start >= from);
    const before = named().filter((name) => name.end <= start + first.index);
    const chosen = ofSubject.test(first[0]) ? (before.at(-1) ?? after[0]) : (after[0] ?? before.at(-1));
    if (chosen !== undefined)
      return [{ names: [{ key: chosen.key, label: chosen.label }], stems: [], label: chosen.label }];
    if (first !== cue) return [];
    const rest = text.slice(from, end).split(/[,;:.!?–—(]/)[0] ?? '';
    const object = [...rest.matchAll(/[\p{L}\p{M}\p{N}'’-]+/gu)]
      .flatMap(([word]) => {
        const stem = contentStem(word);
        return stem === null ? [] : { stem, word };
      })
      .slice(0, 3);
    if (object.length === 0) return [];
    return [
      {
        names: [],
        stems: object.map(({ stem }) => stem),
        label: object.map(({ word }) => word).join(' '),
      },
    ];
  });
}

/** Cues that recommend what stands before them: "tops our list". */
const ofSubject = /^(?:ideal|perfect|wins?|won|tops?|worth|comes?|leads?|a safe)\b/i;

/** The first cue of a sentence that is not denied: "is not worth the money; take the". */
function affirmedCue(sentence: string, cue: RegExp, { negations }: Cues): RegExpExecArray | null {
  let from = 0;
  for (;;) {
    const found = cue.exec(sentence.slice(from));
    if (found === null) return null;
    found.index += from;
    const before = sentence
      .slice(0, found.index)
      .toLowerCase()
      .split(/[\s,;:]+/);
    if (!before.slice(-4).some((word) => negations.has(word) || word.endsWith("n't"))) return found;
    from = found.index + found[0].length;
  }
}
