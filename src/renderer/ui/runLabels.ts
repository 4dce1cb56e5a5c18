import type { RunSummary } from '#shared/model/run.ts';
import type { EngineNames } from './engineNames.ts';
import { formatQuantity } from './format.ts';

/** Title of a run in lists: its question, or its plan if it has several questions. */
export function runTitle({ plan, question }: Pick<RunSummary, 'plan' | 'question'>): string {
  return plan ? `${plan.name} · ${formatQuantity(plan.questions, 'question')}` : question;
}

/** The engine of a run; with several, the first one and the number of others. */
export function runEngines(
  { plan, engine, connectionId }: Pick<RunSummary, 'plan' | 'engine' | 'connectionId'>,
  nameOf: EngineNames,
): string {
  const more = (plan?.engines.length ?? 1) - 1;
  return `${nameOf(engine, connectionId)}${more > 0 ? ` +${more}` : ''}`;
}
