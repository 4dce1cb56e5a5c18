/** Data quality of a comparison: samples, failures, shapes, verdict. */

import { languageName } from '../../geo/languages.ts';
import { countSurfaces, pooledSurfaces } from '../../interface/surface.ts';
import type {
  AnswerTab,
  ComparedColumn,
  DataQuality,
  MatrixTab,
  Measure,
  NoiseTest,
  Verdict,
} from '../../model/comparison/comparison.ts';
import { comparisonRuleVersion } from '../../model/comparison/comparison.ts';
import { rounded } from '../../rounded.ts';
import { languagesWithoutForms } from '../../text/brands/inflections.ts';
import type { Headline } from '../statistics/headlineTest.ts';
import { alpha } from '../statistics/significance.ts';
import type { ReadComparison } from './columns.ts';

/** Collects the data quality of a comparison from its parts. */
export function dataQualityOf(
  read: ReadComparison,
  columns: readonly ComparedColumn[],
  answer: AnswerTab,
  matrix: MatrixTab,
  { evidence, pValue }: Headline,
): DataQuality {
  const counts = read.answered.map((column) => column.samples.length);
  const differing = answer.rows.filter((row) => row.differing > 0);
  const larger = differing.filter((row) => row.test.verdict === 'larger-than-noise').length;
  const within = differing.filter((row) => row.test.verdict === 'within-noise').length;
  const test = preferredTest(matrix);
  const least = counts.length === 0 ? 0 : Math.min(...counts);
  const prompts = grouped(read, ({ column }) => [column.prompt]);
  const questions = new Set(read.columns.map(({ column }) => column.question ?? column.prompt));
  const dataQuality: Omit<DataQuality, 'notes'> = {
    ruleVersion: comparisonRuleVersion,
    brandRulesVersion: read.options.brands.version,
    samples: { least, most: counts.length === 0 ? 0 : Math.max(...counts) },
    failed: read.columns
      .filter((column) => column.failed > 0)
      .map((column) => ({
        column: column.index,
        failed: column.failed,
        code: columns[column.index]?.error?.code ?? null,
      })),
    shapes: grouped(read, (column) =>
      column.samples.map((sample) => sample.sample.servedShape).filter((shape) => shape !== null),
    ).map(([shape, list]) => ({ shape, columns: list })),
    languages: grouped(read, (column) => (column.shown === null ? [] : [column.language.code])).map(
      ([code, list]) => ({ code, columns: list }),
    ),
    drivers: [...new Set(columns.flatMap((column) => column.drivers))],
    surfaces: countSurfaces(
      read.columns.flatMap(({ samples }) => samples.map(({ sample }) => sample.surface)),
    ),
    engines: [...new Set(read.columns.map((column) => column.column.engine))],
    prompts: prompts.length,
    wordings:
      prompts.length > 1 && questions.size === 1
        ? prompts.map(([text, list]) => ({ text, columns: list }))
        : [],
    differences: { tested: larger + within, larger, within, untested: differing.length - larger - within },
    evidence,
    pValue: pValue === null ? null : rounded(pValue),
    verdict: overallVerdict({ evidence, pValue }, matrix),
    reason: pValue === null && evidence.brands === null ? (test?.reason ?? null) : null,
  };
  return {
    ...dataQuality,
    notes: notesOf(
      dataQuality,
      answer,
      read.columns.some(({ samples }) => samples.some(({ limit }) => limit !== null)),
    ),
  };
}

/** The test of the preferred measure: words are not tested across languages, names, numbers and links are. */
function preferredTest({ measures, preferred }: MatrixTab): NoiseTest | undefined {
  const testOf = (wanted: Measure | null) => measures.find(({ measure }) => measure === wanted)?.test;
  const test = testOf(preferred);
  return test?.reason === 'language' ? (testOf('anchors') ?? test) : test;
}

/** Combined verdict of text, brands and sources: a difference in any of them is a difference between markets. */
export function overallVerdict({ pValue, evidence }: Headline, matrix: MatrixTab): Verdict {
  if (pValue === null) {
    const tested = Object.values(evidence).some((each) => each !== null);
    return tested ? 'not-enough-samples' : (preferredTest(matrix)?.verdict ?? 'not-enough-samples');
  }
  return pValue <= alpha ? 'larger-than-noise' : 'within-noise';
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

function notesOf(
  dataQuality: Omit<DataQuality, 'notes'>,
  answer: AnswerTab,
  unformatted: boolean,
): readonly string[] {
  const notes: string[] = [];
  if (dataQuality.samples.most === 0) notes.push('No answers yet.');
  else if (dataQuality.samples.least < 3) {
    notes.push(
      dataQuality.samples.most < 3
        ? 'Fewer than 3 repeats per column: differences may be chance.'
        : 'Columns with fewer than 3 repeats are excluded from the tests.',
    );
  }
  if (dataQuality.failed.length > 0) notes.push('Failed requests count neither as present nor as absent.');
  if (dataQuality.shapes.length > 1)
    notes.push('More than one response type: answers of different response types are not comparable.');
  const pooled = pooledSurfaces(dataQuality.surfaces);
  if (pooled !== null) notes.push(`${pooled}.`);
  // With a translation, words are compared, and the tab says in which language.
  if (answer.crossLanguage && answer.comparedIn === null)
    notes.push(
      'Answers in several languages: sections are matched by links, brands, numbers and order; words are not compared.',
    );
  const formless = languagesWithoutForms(dataQuality.languages.map(({ code }) => code));
  if (formless.length > 0)
    notes.push(
      `Inflected brand names are not found in ${formless.map((code) => languageName(code, 'en')).join(', ')}: brands may be counted too low there. List the forms as aliases.`,
    );
  if (unformatted)
    notes.push('Some answers are too long or too heavily formatted and are compared as plain text.');
  if (dataQuality.engines.length > 1) notes.push('The columns are from different engines.');
  if (dataQuality.wordings.length > 0)
    notes.push(
      `The question was asked in ${dataQuality.wordings.length} wordings: differences may come from them.`,
    );
  else if (dataQuality.prompts > 1) notes.push('The columns answer different questions.');
  return notes;
}
