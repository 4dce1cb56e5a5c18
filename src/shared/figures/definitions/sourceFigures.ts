/** Figures of the sources of answers: of a domain or a source type, and of all citations. */
import { leastStabilityTransitions } from '../../model/trendLines.ts';
import { type AnswerFigure, answerFigure, type Part } from './answerFigure.ts';

/** The citations of every answer that can contain sources, and those among them that a figure is of. */
export type CitedColumns = {
  /** Citations of the answer; a URL counts once. */
  readonly total: ArrayLike<number>;
  /** Citations of the domain or type. */
  readonly matching: ArrayLike<number>;
  /** Best position of these, from 1; 0 if there are none. */
  readonly first: ArrayLike<number>;
};

const ofDomain = {
  group: 'sources',
  interval: 'Wilson',
  source: 'published by one vendor',
  of: 'domain',
  format: 'share',
} as const;

type SourcePart = Part<CitedColumns>;

const one: SourcePart = () => 1;
const all: SourcePart = ({ total }, answer) => total[answer] ?? 0;
const citesAny: SourcePart = ({ total }, answer) => ((total[answer] ?? 0) > 0 ? 1 : 0);
const matching: SourcePart = (columns, answer) => columns.matching[answer] ?? 0;
const cites: SourcePart = (columns, answer) => ((columns.matching[answer] ?? 0) > 0 ? 1 : 0);
const first: SourcePart = (columns, answer) => columns.first[answer] ?? 0;

export const sourcePresence = answerFigure<CitedColumns>({
  ...ofDomain,
  id: 'source-presence',
  label: 'Source presence',
  definition: 'Share of valid answers that cite the domain.',
  formula: 'answers citing d / valid answers',
  numerator: 'answers citing the domain',
  denominator: 'valid answers that could carry sources',
  source: 'common to the field (citation consistency)',
  over: cites,
  under: one,
  on: ['comparison', 'detail', 'report', 'ranking', 'trend', 'plan', 'project'],
  fileNames: { comparison: 'presence', ranking: 'presence' },
});

export const citationShare = answerFigure<CitedColumns>({
  ...ofDomain,
  id: 'citation-share',
  label: 'Citation share',
  definition: 'Share of all citations that are of the domain; a URL counts once per answer.',
  formula: 'citations of d / all citations',
  numerator: 'citations of the domain',
  denominator: 'all citations',
  interval: 'none',
  over: matching,
  under: all,
  on: ['comparison', 'detail', 'ranking', 'trend', 'plan'],
  fileNames: { comparison: 'citation share', ranking: 'citation_share' },
});

const citationRate = answerFigure<CitedColumns>({
  ...ofDomain,
  id: 'citation-rate',
  label: 'Citation rate',
  definition: 'Share of the answers with any source that cite the domain.',
  formula: 'answers citing d / answers with a source',
  numerator: 'answers citing the domain',
  denominator: 'answers with at least one source',
  over: cites,
  under: citesAny,
  on: ['trend', 'plan'],
});

export const averageSourcePosition = answerFigure<CitedColumns>({
  ...ofDomain,
  id: 'mean-source-position',
  label: 'Average source position',
  definition: 'Average position of the domain’s first URL in the source list.',
  formula: 'Σ position / answers citing d',
  numerator: 'sum of positions',
  denominator: 'answers citing the domain',
  interval: 'none',
  source: 'an open-source tracker',
  format: 'position',
  over: first,
  under: cites,
  isCount: false,
  on: ['detail', 'trend', 'plan'],
});

const questionReach = answerFigure<CitedColumns>({
  ...ofDomain,
  id: 'prompt-reach',
  label: 'Question reach',
  definition: 'Share of questions whose answers cite the domain.',
  formula: 'questions citing d / questions',
  numerator: 'questions citing the domain',
  denominator: 'questions with an answer that could carry sources',
  over: cites,
  under: one,
  pooling: 'questions',
  on: ['trend', 'plan'],
});

const typeMix = answerFigure<CitedColumns>({
  ...ofDomain,
  id: 'type-mix',
  label: 'Type mix',
  definition:
    'Share of citations by source type (own, competitor, editorial, reviews, commerce, social, video, reference, institutional, developer, corporate, other), by rule.',
  formula: 'citations of the type / all citations',
  numerator: 'citations of the type',
  denominator: 'all citations',
  interval: 'none',
  source: 'common to the field; rules by Parallax',
  of: 'type',
  over: matching,
  under: all,
  on: ['trend', 'plan'],
});

export const concentration = answerFigure<CitedColumns>({
  id: 'concentration',
  label: 'Concentration',
  group: 'sources',
  definition: 'Herfindahl–Hirschman index of domain shares: 1 when one domain has every citation.',
  formula: 'Σ share²',
  numerator: 'citations',
  denominator: 'citations',
  interval: 'none',
  source: 'standard',
  of: 'answers',
  format: 'index',
  over: all,
  under: all,
  pooling: 'concentration',
  isCount: false,
  on: ['market', 'trend', 'plan'],
});

/**
 * Its columns are of transitions: `total` is 1 for an answer that is compared with the previous one of its segment, and
 * `matching` the weighted overlap of their domains.
 */
export const stability = answerFigure<CitedColumns>({
  id: 'stability',
  label: 'Stability',
  group: 'time',
  definition: `Average weighted overlap of the sources of each run with those of the previous run in the same segment; no data under ${leastStabilityTransitions} transitions.`,
  formula: 'mean W(run, previous run)',
  numerator: 'sum of overlaps',
  denominator: 'transitions',
  interval: 'none',
  source: 'an open-source tracker',
  of: 'answers',
  format: 'share',
  over: matching,
  under: all,
  pooling: 'transitions',
  isCount: false,
  on: ['trend'],
});

/** In the order of tables and lists. */
export const sourceFigures: readonly AnswerFigure<CitedColumns>[] = [
  sourcePresence,
  citationRate,
  citationShare,
  averageSourcePosition,
  questionReach,
  typeMix,
  concentration,
  stability,
];

/** Σ share² of some counts; null if there are none. */
export function concentrationOf(counts: Iterable<number>): number | null {
  let sum = 0;
  let squares = 0;
  for (const count of counts) {
    sum += count;
    squares += count ** 2;
  }
  return sum === 0 ? null : squares / sum ** 2;
}
