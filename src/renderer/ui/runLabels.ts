import type { RunSummary } from '#shared/model/run.ts';
import type { EngineNames } from './engineNames.ts';
import { formatQuantity } from './format.ts';

/** What a run is called in lists: its question, or its plan where it has several. */
export function runTitle({ plan, question }: Pick<RunSummary, 'plan' | 'question'>): string {
  return plan ? `${plan.name} · ${formatQuantity(plan.questions, 'question')}` : question;
}

/** The engine of a run; of several the first and how many more. */
export function runEngines(
  { plan, engine, connectionId }: Pick<RunSummary, 'plan' | 'engine' | 'connectionId'>,
  nameOf: EngineNames,
): string {
  const more = (plan?.engines.length ?? 1) - 1;
  return `${nameOf(engine, connectionId)}${more > 0 ? ` +${more}` : ''}`;
}
