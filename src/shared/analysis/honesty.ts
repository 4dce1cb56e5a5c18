/** What a reader must know before believing a comparison: samples, failures, shapes, verdict. */
import type { ReadComparison } from './columns.ts';
import type { AnswerTab, ComparedColumn, Honesty, MatrixTab } from './comparison.ts';
import { RULE_VERSION } from './comparison.ts';
import { rateOf } from './wilson.ts';

export function honestyOf(
  read: ReadComparison,
  columns: readonly ComparedColumn[],
  answer: AnswerTab,
  matrix: MatrixTab,
): Honesty {
  const counts = read.answered.map((column) => column.samples.length);
  const differing = answer.rows.filter((row) => row.differing > 0);
  const larger = differing.filter((row) => row.test.verdict === 'larger-than-noise').length;
  const within = differing.filter((row) => row.test.verdict === 'within-noise').length;
  const valid = columns.reduce((sum, column) => sum + column.samples.valid, 0);
  const failed = columns.reduce((sum, column) => sum + column.samples.failed, 0);
  const test = matrix.measures.find((measure) => measure.measure === matrix.preferred)?.test;
  const least = counts.length === 0 ? 0 : Math.min(...counts);
  const honesty: Omit<Honesty, 'notes'> = {
    ruleVersion: RULE_VERSION,
    brandRulesVersion: read.options.brands.version,
    samples: { least, most: counts.length === 0 ? 0 : Math.max(...counts) },
    failed: read.columns
      .filter((column) => column.failed > 0)
      .map((column) => ({
        column: column.index,
        failed: column.failed,
        code: columns[column.index]?.error?.code ?? null,
      })),
    coverage: rateOf(valid, valid + failed),
    shapes: grouped(read, (column) =>
      column.samples.map((sample) => sample.sample.servedShape).filter((shape) => shape !== null),
    ).map(([shape, list]) => ({ shape, columns: list })),
    languages: grouped(read, (column) => (column.shown === null ? [] : [column.language.code])).map(
      ([code, list]) => ({ code, columns: list }),
    ),
    drivers: [...new Set(columns.flatMap((column) => column.drivers))],
    engines: [...new Set(read.columns.map((column) => column.column.engine))],
    prompts: new Set(read.columns.map((column) => column.column.prompt)).size,
    differences: { tested: larger + within, larger, within, untested: differing.length - larger - within },
    verdict: test?.verdict ?? 'not-enough-samples',
    reason: test?.reason ?? null,
  };
  return { ...honesty, notes: notesOf(honesty, answer) };
}

function grouped(
  read: ReadComparison,
  keys: (column: ReadComparison['columns'][number]) => readonly string[],
): readonly (readonly [string, readonly number[]])[] {
  const groups = new Map<string, number[]>();
  for (const column of read.columns) {
    for (const key of new Set(keys(column))) {
      const list = groups.get(key);
      if (list === undefined) groups.set(key, [column.index]);
      else list.push(column.index);
    }
  }
  return [...groups].sort((one, two) => two[1].length - one[1].length || (one[0] < two[0] ? -1 : 1));
}

function notesOf(honesty: Omit<Honesty, 'notes'>, answer: AnswerTab): readonly string[] {
  const notes: string[] = [];
  if (honesty.samples.most === 0) notes.push('No column has an answer yet.');
  else if (honesty.samples.least < 3) {
    notes.push(
      honesty.samples.most < 3
        ? 'Fewer than 3 samples a column: a difference here may be no larger than asking again.'
        : 'Some columns have fewer than 3 samples and take no part in the test against re-run noise.',
    );
  }
  if (honesty.failed.length > 0) notes.push('Failed answers count neither as present nor as absent.');
  if (honesty.shapes.length > 1)
    notes.push(
      'The engine served more than one interface shape: answers of different shapes are not comparable.',
    );
  if (answer.crossLanguage)
    notes.push(
      'The answers are in different languages: they are aligned by links, brands, numbers and place, and their words are not compared.',
    );
  if (honesty.engines.length > 1) notes.push('The columns come from different engines.');
  if (honesty.prompts > 1) notes.push('The columns answer differently worded questions.');
  return notes;
}
