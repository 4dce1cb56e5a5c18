/** Figures of result pages of a web search. */
import { answerFigure } from './answerFigure.ts';

/** Whether the page of every answer shows an AI Overview: 1, 0, or -1 if none was asked for. */
export type PageColumns = { readonly overview: ArrayLike<number> };

export const overviewRate = answerFigure<PageColumns>({
  id: 'overview-rate',
  label: 'AI Overview rate',
  group: 'answers',
  definition:
    'Share of result pages that show an AI Overview, of those that were asked for one. One that the page showed but the provider did not deliver counts as shown.',
  formula: 'pages with an AI Overview / pages asked for one',
  numerator: 'result pages that show an AI Overview',
  denominator: 'result pages asked for an AI Overview',
  interval: 'Wilson',
  source: 'common to the field',
  of: 'answers',
  format: 'share',
  over: ({ overview }, answer) => (overview[answer] === 1 ? 1 : 0),
  under: ({ overview }, answer) => ((overview[answer] ?? -1) >= 0 ? 1 : 0),
  on: ['comparison', 'report', 'trend', 'plan', 'project'],
  fileNames: { comparison: 'ai overview rate' },
});
