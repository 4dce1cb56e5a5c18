/** Incomplete answers: truncated, refused or blocked. */
import type { AnswerStop, Provenance } from '../model/observation.ts';

/** Whether an answer is complete and counts in figures. It counts as complete if the provider states nothing. */
export function isWhole({ stop }: Pick<Provenance, 'stop'>): boolean {
  return stop === null || stop === 'complete';
}

/** The note on an incomplete answer; it is excluded from all figures. */
export function stopSentence(stop: AnswerStop | null, reason: string | null): string {
  const said = reason === null ? '' : ` (${reason})`;
  switch (stop) {
    case 'cut':
      return `The provider cut this answer short${said}. It is kept, and counts in no figure.`;
    case 'refused':
      return `The model declined to answer${said}. What it said is kept, and counts in no figure.`;
    case 'blocked':
      return `A filter of the provider stopped this answer${said}. What arrived is kept, and counts in no figure.`;
    default:
      return '';
  }
}
