import { useState } from 'react';
import { languageName } from '#shared/geo/languages.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ReadInControl } from './ReadInControl.tsx';
import { TranslateDialog } from './TranslateDialog.tsx';
import type { ReadInState } from './useReadIn.ts';

/** In which language the answers are read; shown where one is in another language than the reader's. */
export function ReadInBar({
  state,
  compared,
}: {
  readonly state: ReadInState;
  /** Which texts are compared, as a sentence; "" if there is nothing to say. */
  readonly compared: string;
}) {
  const { value, language, setMode, foreign, translated, waiting, showWaiting, job } = state;
  const [choosing, setChoosing] = useState(false);
  const cancel = useAction('translations.cancel', ['translations.']);
  if (foreign.length === 0) return null;
  const name = languageName(value.to, 'en');
  const missing = foreign.filter((id) => !translated.includes(id));
  return (
    <section
      aria-label="Language of the answers"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-surface px-4 py-1 text-table"
    >
      <ReadInControl
        language={language}
        onMode={(mode) => {
          setMode(mode);
          if (mode !== 'original' && translated.length === 0 && job === null) setChoosing(true);
        }}
      />
      <span role="status" className="text-ink-2 tabular">
        {job === null
          ? `${translated.length} of ${formatQuantity(foreign.length, 'answer')} translated into ${name}`
          : `Translating with ${job.label}: ${job.done} of ${job.total}`}
      </span>
      {waiting > 0 && value.mode !== 'original' ? (
        <Button size="small" onClick={showWaiting}>
          Show {formatQuantity(waiting, 'new translation')}
        </Button>
      ) : null}
      {compared === '' ? null : <span className="text-ink-2">{compared}</span>}
      {job === null && state.compare !== null ? (
        <Button size="small" onClick={state.compare}>
          Compare translations
        </Button>
      ) : null}
      {job !== null ? (
        <Button size="small" onClick={() => cancel.mutate({ id: job.id })}>
          Cancel translation
        </Button>
      ) : missing.length > 0 ? (
        <Button size="small" onClick={() => setChoosing(true)}>
          Translate {formatQuantity(missing.length, 'answer')}…
        </Button>
      ) : null}
      <TranslateDialog
        open={choosing}
        choice={{ ids: missing }}
        to={value.to}
        onClose={() => setChoosing(false)}
        onStarted={(jobId) => {
          setChoosing(false);
          state.follow(jobId);
          if (value.mode === 'original') setMode('translation');
        }}
      />
    </section>
  );
}
