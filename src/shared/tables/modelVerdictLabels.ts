/** What the analysis model says differs, as text: never without the name of the model. */

import type { ModelStatement, ModelVerdicts } from '../model/comparison/modelVerdicts.ts';

/** `By openai, gpt-6-luna, comparison 1: 4 statements, 2 discarded`. */
export function modelVerdictsLabel({ rater, statements, discarded }: ModelVerdicts): string {
  const count = `${statements.length} ${statements.length === 1 ? 'statement' : 'statements'}`;
  return `By ${rater}: ${count}, ${discarded} discarded`;
}

/** `DE “10 years” where FR says “5 ans”: the warranty is longer`. */
export function modelStatementLabel({ market, other, here, there, says }: ModelStatement): string {
  return `${market} “${here}” where ${other} says “${there}”: ${says}`;
}

/** Who says it, one sentence a market, and the statements with the words of both answers. */
export function modelLines(model: ModelVerdicts | null): readonly string[] {
  if (model === null) return [];
  return [
    `${modelVerdictsLabel(model)}.`,
    ...model.markets.map(({ market, sentence }) => `${market}: ${sentence}`),
    ...model.statements.map(modelStatementLabel),
    '',
  ];
}
