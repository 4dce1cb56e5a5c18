import type { Series, SeriesAnswer } from '../model/series.ts';

/** Answers to the same question at one time: one, or the samples of a run. */
export type Moment = {
  /** The representative answer: the first of its samples. */
  readonly shown: SeriesAnswer;
  readonly answers: readonly SeriesAnswer[];
};

/** Imported results of one run may be of any times; further apart than this they are moments of their own, ms. */
const importedTogetherMs = 600_000;

/** @param answers oldest first */
export function momentsOf(answers: readonly SeriesAnswer[]): readonly Moment[] {
  const moments: SeriesAnswer[][] = [];
  const open = new Map<string, SeriesAnswer[]>();
  for (const answer of answers) {
    const known = open.get(answer.runId);
    const apart = answer.receivedAtMs - (known?.[0]?.receivedAtMs ?? 0) > importedTogetherMs;
    if (known !== undefined && !(answer.imported && apart)) {
      known.push(answer);
      continue;
    }
    const moment = [answer];
    open.set(answer.runId, moment);
    moments.push(moment);
  }
  return moments.flatMap((moment) => {
    const ordered = moment.toSorted((left, right) => left.sample - right.sample);
    const [shown] = ordered;
    return shown === undefined ? [] : [{ shown, answers: ordered }];
  });
}

export type Changes = {
  /** In the order of the later list. */
  readonly came: readonly string[];
  /** In the order of the earlier one. */
  readonly went: readonly string[];
  /** In both at different positions, and not only because of new or lost items; positions from 1. */
  readonly moved: readonly { readonly name: string; readonly from: number; readonly to: number }[];
};

/** New, lost and moved items between two ordered lists without duplicates. */
export function changesBetween(before: readonly string[], after: readonly string[]): Changes {
  const places = (names: readonly string[]): ReadonlyMap<string, number> =>
    new Map(names.map((name, index) => [name, index + 1]));
  const was = places(before);
  const is = places(after);
  const kept = after.filter((name) => was.has(name));
  const keptBefore = places(before.filter((name) => is.has(name)));
  const moved = kept.flatMap((name, index) => {
    const from = was.get(name) ?? 0;
    const to = is.get(name) ?? 0;
    return from === to || keptBefore.get(name) === index + 1 ? [] : [{ name, from, to }];
  });
  return {
    came: after.filter((name) => !was.has(name)),
    went: before.filter((name) => !is.has(name)),
    moved,
  };
}

/** An item of a series. */
export type Seen = {
  readonly name: string;
  /** Number of answers that contain it, of those examined. */
  readonly answers: number;
  readonly of: number;
  readonly first: SeriesAnswer;
  readonly last: SeriesAnswer;
  /** Whether the newest examined answer contains it. */
  readonly still: boolean;
  /** Best position in any answer, from 1. */
  readonly best: number;
};

/**
 * First and last seen of everything in a series, most answers first.
 * @param namesOf what an answer has, in its order; null for an answer that was not looked into
 */
export function seenIn(
  answers: readonly SeriesAnswer[],
  namesOf: (answer: SeriesAnswer) => readonly string[] | null,
): readonly Seen[] {
  const looked = answers.flatMap((answer) => {
    const names = namesOf(answer);
    return names === null ? [] : [{ answer, names }];
  });
  const newest = new Set(looked.at(-1)?.names);
  const seen = new Map<string, Omit<Seen, 'of' | 'still'>>();
  for (const { answer, names } of looked) {
    for (const [index, name] of names.entries()) {
      const known = seen.get(name);
      seen.set(name, {
        name,
        answers: (known?.answers ?? 0) + 1,
        first: known?.first ?? answer,
        last: answer,
        best: Math.min(known?.best ?? Number.POSITIVE_INFINITY, index + 1),
      });
    }
  }
  return [...seen.values()]
    .map((each) => ({ ...each, of: looked.length, still: newest.has(each.name) }))
    .sort((left, right) => right.answers - left.answers || left.best - right.best);
}

/** First and last seen of the listed brands of a series, by name. */
export function brandsSeen(series: Pick<Series, 'answers' | 'brands'>): readonly Seen[] {
  const nameOf = new Map(series.brands.map(({ id, name }) => [id, name]));
  return seenIn(series.answers, ({ brands }) => brands?.map((id) => nameOf.get(id) ?? id) ?? null);
}
