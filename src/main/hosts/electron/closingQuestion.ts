import type { BrowserWindow } from 'electron';
import type { RunSummary } from '#shared/model/run.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { showPrompt } from './prompt.ts';

/** What the user is asked before the program ends with runs in progress; null without any. */
export function closingQuestion(
  runs: readonly RunSummary[],
): { readonly message: string; readonly detail: string } | null {
  if (runs.length === 0) return null;
  const total = runs.reduce((sum, { counts }) => sum + counts.total, 0);
  const open = runs.reduce((sum, { counts }) => sum + counts.planned + counts.running, 0);
  const asked = runs.reduce((sum, { counts }) => sum + counts.running, 0);
  const verb = runs.length === 1 ? 'is' : 'are';
  return {
    message: `${counted(runs.length, 'run')} ${verb} in progress: ${total - open} of ${counted(total, 'answer')} received.`,
    detail: [
      'Everything received is stored.',
      asked === 0
        ? ''
        : `${counted(asked, 'request')} ${asked === 1 ? 'was' : 'were'} sent and ${asked === 1 ? 'has' : 'have'} three more seconds; tasks that a service queued continue there, and their answers are fetched at the next start.`,
      'What was not sent yet waits: resume it in the history.',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  };
}

/** Whether the user quits with runs in progress. One question at a time. */
export function createClosingQuestion(
  running: () => readonly RunSummary[],
  window: () => BrowserWindow | null,
): () => Promise<boolean> | null {
  let asking: Promise<boolean> | null = null;
  return () => {
    const question = closingQuestion(running());
    if (question === null) return null;
    asking ??= showPrompt(window(), {
      type: 'question',
      ...question,
      buttons: ['Quit', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
    })
      .then(({ response }) => response === 0)
      .finally(() => {
        asking = null;
      });
    return asking;
  };
}
