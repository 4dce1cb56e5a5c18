import type { BrowserWindow } from 'electron';
import { counted } from '#shared/tables/figureLabels.ts';
import type { UnderWay } from './activitySignals.ts';
import { showPrompt } from './prompt.ts';

/** What the user is asked before the program ends with work in progress; null without any. */
export function closingQuestion({
  runs,
  fileWork,
}: UnderWay): { readonly message: string; readonly detail: string } | null {
  const work =
    fileWork === null
      ? ''
      : 'Quitting cancels the work on the data: nothing is changed, and no file is written.';
  if (runs.length === 0)
    return fileWork === null
      ? null
      : { message: `Work on the data is in progress: ${fileWork}.`, detail: work };
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
      work,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  };
}

/** Whether the user quits with work in progress. One question at a time. */
export function createClosingQuestion(
  underWay: () => UnderWay,
  window: () => BrowserWindow | null,
): () => Promise<boolean> | null {
  let asking: Promise<boolean> | null = null;
  return () => {
    const question = closingQuestion(underWay());
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
