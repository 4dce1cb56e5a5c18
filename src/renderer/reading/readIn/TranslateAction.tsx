import { useState } from 'react';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { TranslateDialog, type TranslationChoice } from './TranslateDialog.tsx';

type TranslateActionProps = {
  readonly choice: TranslationChoice;
  readonly to: string;
  /** Of the button that asks for the translator. */
  readonly label: string;
};

/** Translates many answers: a button that shows the price first, then progress with a way to cancel. */
export function TranslateAction({ choice, to, label }: TranslateActionProps) {
  const [choosing, setChoosing] = useState(false);
  const jobs = useRoute('translations.jobs', {}).data?.jobs;
  const cancel = useAction('translations.cancel', ['translations.']);
  const job = jobs?.find(({ state }) => state === 'running' || state === 'waiting');
  const reason = jobs?.[0]?.reason ?? null;
  return (
    <>
      {job === undefined ? (
        <Button size="small" onClick={() => setChoosing(true)}>
          {label}
        </Button>
      ) : (
        <Button size="small" onClick={() => cancel.mutate({ id: job.id })}>
          Cancel translation
        </Button>
      )}
      <span role="status" className="text-ink-2 text-table tabular">
        {job !== undefined
          ? `Translating with ${job.label}: ${job.done} of ${job.total}`
          : reason === null
            ? ''
            : `Translation stopped: ${reason}`}
      </span>
      <TranslateDialog
        open={choosing}
        choice={choice}
        to={to}
        onClose={() => setChoosing(false)}
        onStarted={() => setChoosing(false)}
      />
    </>
  );
}
