/** Scores an alignment against the golden cases: precision and recall of pairs, moves and brand mentions. */
import { diffLines } from 'diff';
import { type ReadComparison, readColumns } from '#shared/figures/comparison/columns.ts';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import type { CompareColumn, CompareOptions } from '#shared/model/comparison/samples.ts';
import { defaultOptions } from '#shared/model/comparison/samples.ts';
import { column, sample } from '#tests/support/analysis/columns.ts';
import type { GoldenCase, GoldenColumn } from './goldenCase.ts';
import { readCase } from './goldenCase.ts';

export type Score = {
  readonly right: number;
  readonly found: number;
  readonly expected: number;
};

export type CaseScores = {
  readonly name: string;
  readonly pairs: Score;
  readonly moves: Score;
  readonly mentions: Score;
  /** Pairs by the languages of their two columns; a pair of two languages counts for both. */
  readonly languages: ReadonlyMap<string, Score>;
  /** Pairs that are wrong or missing, for reading. */
  readonly mistakes: readonly string[];
};

export function precision(score: Score): number {
  return score.found === 0 ? 1 : score.right / score.found;
}

export function recall(score: Score): number {
  return score.expected === 0 ? 1 : score.right / score.expected;
}

/** Harmonic mean of precision and recall. */
export function f1(score: Score): number {
  return score.found + score.expected === 0 ? 1 : (2 * score.right) / (score.found + score.expected);
}

export function total(scores: readonly Score[]): Score {
  return scores.reduce(
    (sum, score) => ({
      right: sum.right + score.right,
      found: sum.found + score.found,
      expected: sum.expected + score.expected,
    }),
    { right: 0, found: 0, expected: 0 },
  );
}

function scoreSets(found: ReadonlySet<string>, expected: ReadonlySet<string>): Score {
  let right = 0;
  for (const entry of found) if (expected.has(entry)) right++;
  return { right, found: found.size, expected: expected.size };
}

function scoreBags(found: readonly string[], expected: readonly string[]): Score {
  const left = new Map<string, number>();
  for (const entry of expected) left.set(entry, (left.get(entry) ?? 0) + 1);
  let right = 0;
  for (const entry of found) {
    const count = left.get(entry) ?? 0;
    if (count === 0) continue;
    left.set(entry, count - 1);
    right++;
  }
  return { right, found: found.length, expected: expected.length };
}

/** `one:tag two:tag` for every pair of columns that both have the tag. */
function expectedPairs(columns: readonly GoldenColumn[]): Set<string> {
  const pairs = new Set<string>();
  columns.forEach((one, i) => {
    for (const two of columns.slice(i + 1)) {
      for (const tag of one.tags)
        if (two.tags.includes(tag)) pairs.add(`${one.label}:${tag} ${two.label}:${tag}`);
    }
  });
  return pairs;
}

/** The right set of moves nearest to what was found, where several are right. */
function expectedMoves(
  golden: GoldenCase,
  column: GoldenColumn,
  found: ReadonlySet<string>,
): ReadonlySet<string> {
  const choices = golden.moves?.[column.label];
  if (choices === undefined) return column.moved;
  const sets = choices.map((choice) => new Set(choice));
  return (
    sets.find((set) => set.size === found.size && [...set].every((tag) => found.has(tag))) ??
    sets[0] ??
    new Set()
  );
}

function compareColumns(
  golden: GoldenCase,
  columns: readonly GoldenColumn[],
): { readonly columns: CompareColumn[]; readonly options: CompareOptions } {
  return {
    columns: columns.map(({ label, text }) =>
      column(label, sample(text, golden.plain === true ? { markdown: null } : {})),
    ),
    options: {
      ...defaultOptions,
      baseline: columns[0]?.label ?? null,
      brands: { version: 'golden', brands: golden.brands, decisions: [] },
    },
  };
}

/** Our alignment. */
export function evaluateOurs(golden: GoldenCase): CaseScores {
  const columns = readCase(golden);
  const input = compareColumns(golden, columns);
  const comparison = compareObservations(input.columns, input.options);
  const found = new Set<string>();
  const moves = columns.map(() => new Set<string>());
  for (const row of comparison.answer.rows) {
    const cells = row.cells.map((cell, index) =>
      cell === null ? null : { tag: columns[index]?.tags[cell.order] ?? '?', moved: cell.move !== null },
    );
    cells.forEach((one, i) => {
      if (one === null) return;
      if (one.moved) moves[i]?.add(one.tag);
      cells.slice(i + 1).forEach((two, offset) => {
        if (two !== null)
          found.add(`${columns[i]?.label}:${one.tag} ${columns[i + 1 + offset]?.label}:${two.tag}`);
      });
    });
  }
  const expected = expectedPairs(columns);
  const mistakes = [
    ...[...found].filter((pair) => !expected.has(pair)).map((pair) => `wrong ${pair}`),
    ...[...expected].filter((pair) => !found.has(pair)).map((pair) => `missing ${pair}`),
  ];
  const moveScores = columns.slice(1).map((entry, index) => {
    const foundMoves = moves[index + 1] ?? new Set<string>();
    const right = expectedMoves(golden, entry, foundMoves);
    for (const tag of foundMoves) if (!right.has(tag)) mistakes.push(`wrong move ${entry.label}:${tag}`);
    for (const tag of right) if (!foundMoves.has(tag)) mistakes.push(`missing move ${entry.label}:${tag}`);
    return scoreSets(foundMoves, right);
  });
  const read = readColumns(
    input.columns,
    { ...input.options, proposeBrands: false },
    { last: new Map(), current: new Map() },
  );
  const foundMentions = mentionsOf(read, columns);
  const expectedMentions = columns.flatMap((entry) =>
    entry.mentions.map((mention) => `${entry.label}:${mention}`),
  );
  const mentions = scoreBags(foundMentions, expectedMentions);
  if (mentions.right !== mentions.found || mentions.right !== mentions.expected) {
    mistakes.push(
      `mentions ${mentions.right} right of ${mentions.found} found and ${mentions.expected} expected`,
    );
  }
  return {
    name: golden.name,
    pairs: scoreSets(found, expected),
    moves: total(moveScores),
    mentions,
    languages: byLanguage(read, columns, found, expected),
    mistakes,
  };
}

function byLanguage(
  read: ReadComparison,
  columns: readonly GoldenColumn[],
  found: ReadonlySet<string>,
  expected: ReadonlySet<string>,
): ReadonlyMap<string, Score> {
  const codes = new Map(columns.map(({ label }, index) => [label, read.columns[index]?.language.code ?? '']));
  const languagesOf = (pair: string) =>
    pair.split(' ').map((side) => codes.get(side.split(':')[0] ?? '') ?? '');
  return new Map(
    [...new Set(codes.values())].map((language) => {
      const of = (pairs: ReadonlySet<string>) =>
        new Set([...pairs].filter((pair) => languagesOf(pair).includes(language)));
      return [language, scoreSets(of(found), of(expected))];
    }),
  );
}

function mentionsOf(read: ReadComparison, columns: readonly GoldenColumn[]): readonly string[] {
  return read.columns.flatMap((entry, index) =>
    (entry.shown?.blocks ?? []).flatMap((block) =>
      block.content.mentions.map(
        (mention) =>
          `${columns[index]?.label}:${read.brands[mention.brand]?.id}@${columns[index]?.tags[block.order]}`,
      ),
    ),
  );
}

/** The blocks of a column by the line they stand on. */
function lineTags(golden: GoldenCase, index: number): readonly (string | null)[] {
  const tagged = golden.columns[index]?.[1].trim() ?? '';
  return tagged.split('\n').map((line) => /\{([a-z0-9]+)!?\}/.exec(line)?.[1] ?? null);
}

/**
 * Plain jsdiff over lines: kept lines are pairs; where removed lines are followed by added ones, the first is
 * paired with the first and so on; a removed line that is added elsewhere counts as moved. Brands: the name
 * anywhere in the line, case aside.
 */
export function evaluateLines(golden: GoldenCase): CaseScores {
  const columns = readCase(golden);
  const found = new Set<string>();
  const moveScores: Score[] = [];
  columns.forEach((one, i) => {
    columns.slice(i + 1).forEach((two, offset) => {
      const j = i + 1 + offset;
      const pairs = linePairs(one, lineTags(golden, i), two, lineTags(golden, j));
      for (const [a, b] of pairs.aligned) found.add(`${one.label}:${a} ${two.label}:${b}`);
      if (i === 0) moveScores.push(scoreSets(pairs.moved, expectedMoves(golden, two, pairs.moved)));
    });
  });
  const mentions = columns.flatMap((entry, index) => {
    const tags = lineTags(golden, index);
    return entry.text.split('\n').flatMap((line, at) => {
      const tag = tags[at] ?? null;
      return tag === null
        ? []
        : golden.brands.flatMap((brand) =>
            naiveMentions(line, [brand.name, ...brand.aliases.map((alias) => alias.text)]).map(
              () => `${entry.label}:${brand.id}@${tag}`,
            ),
          );
    });
  });
  const expectedMentions = columns.flatMap((entry) =>
    entry.mentions.map((mention) => `${entry.label}:${mention}`),
  );
  return {
    name: golden.name,
    pairs: scoreSets(found, expectedPairs(columns)),
    moves: total(moveScores),
    mentions: scoreBags(mentions, expectedMentions),
    languages: new Map(),
    mistakes: [],
  };
}

/** Every place where some name of the brand stands, names inside a longer one of the same brand not twice. */
function naiveMentions(line: string, names: readonly string[]): readonly number[] {
  const lower = line.toLowerCase();
  const places: number[] = [];
  let at = 0;
  const sorted = [...names].sort((one, two) => two.length - one.length);
  while (at < lower.length) {
    const name = sorted.find((candidate) => lower.startsWith(candidate.toLowerCase(), at));
    if (name === undefined) at++;
    else {
      places.push(at);
      at += name.length;
    }
  }
  return places;
}

function linePairs(
  one: GoldenColumn,
  oneTags: readonly (string | null)[],
  two: GoldenColumn,
  twoTags: readonly (string | null)[],
) {
  const aligned: [string, string][] = [];
  const moved = new Set<string>();
  const changes = diffLines(`${one.text}\n`, `${two.text}\n`);
  let a = 0;
  let b = 0;
  let removed: number[] = [];
  const allRemoved = new Set(
    changes
      .filter((change) => change.removed)
      .flatMap((change) => change.value.split('\n').filter((line) => line.trim() !== '')),
  );
  const pair = (x: number, y: number): void => {
    const first = oneTags[x] ?? null;
    const second = twoTags[y] ?? null;
    if (first !== null && second !== null) aligned.push([first, second]);
  };
  for (const change of changes) {
    const count = change.count ?? 0;
    if (change.removed) {
      removed = Array.from({ length: count }, (_, index) => a + index).filter(
        (line) => (oneTags[line] ?? null) !== null,
      );
      a += count;
    } else if (change.added) {
      const added = Array.from({ length: count }, (_, index) => b + index).filter(
        (line) => (twoTags[line] ?? null) !== null,
      );
      added.forEach((line, index) => {
        const text = two.text.split('\n')[line] ?? '';
        const tag = twoTags[line] ?? null;
        if (tag !== null && allRemoved.has(text)) {
          moved.add(tag);
          const from = one.text.split('\n').indexOf(text);
          pair(from, line);
        } else if (removed[index] !== undefined) pair(removed[index] as number, line);
      });
      b += count;
      removed = [];
    } else {
      for (let index = 0; index < count; index++) pair(a + index, b + index);
      a += count;
      b += count;
      removed = [];
    }
  }
  return { aligned, moved };
}
