import { useState } from 'react';
import { languageName } from '#shared/geo/languages.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { inputLook } from '../../ui/Field.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { targetLanguages } from './languages.ts';
import type { ReadMode } from './readInContext.ts';
import { TranslateDialog } from './TranslateDialog.tsx';
import type { ReadInState } from './useReadIn.ts';

const modes: readonly { readonly mode: ReadMode; readonly label: string }[] = [
  { mode: 'original', label: 'Original' },
  { mode: 'translation', label: 'Translation' },
  { mode: 'both', label: 'Both' },
];

/** In which language the answers are read; shown where one is in another language than the reader's. */
export function ReadInBar({
  state,
  compared,
  isCompared,
}: {
  readonly state: ReadInState;
  /** Which texts are compared, as a sentence; "" if there is nothing to say. */
  readonly compared: string;
  /** Whether translations into the chosen language are compared. */
  readonly isCompared: boolean;
}) {
  const { value, setMode, setTo, foreign, translated, waiting, showWaiting, job } = state;
  const [choosing, setChoosing] = useState(false);
  const cancel = useAction('translations.cancel', ['translations.']);
  if (foreign.length === 0) return null;
  const language = languageName(value.to, 'en');
  const missing = foreign.filter((id) => !translated.includes(id));
  const options = targetLanguages.some(({ value: code }) => code === value.to)
    ? targetLanguages
    : [...targetLanguages, { value: value.to, label: language }];
  return (
    <section
      aria-label="Language of the answers"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-surface px-4 py-1 text-table"
    >
      <label className="flex items-center gap-2">
        <span className="whitespace-nowrap">Read in</span>
        <select
          className={`${inputLook} w-36`}
          value={value.to}
          onChange={({ target }) => setTo(target.value)}
        >
          {options.map(({ value: code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <fieldset className="flex items-center gap-0.5">
        <legend className="sr-only">Show</legend>
        {modes.map(({ mode, label }) => (
          <Button
            key={mode}
            look="quiet"
            size="small"
            aria-pressed={value.mode === mode}
            onClick={() => {
              setMode(mode);
              if (mode !== 'original' && translated.length === 0 && job === null) setChoosing(true);
            }}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <span role="status" className="text-ink-2 tabular">
        {job === null
          ? `${foreign.length - missing.length} of ${formatQuantity(foreign.length, 'answer')} translated into ${language}`
          : `Translating with ${job.label}: ${job.done} of ${job.total}`}
      </span>
      {waiting > 0 && value.mode !== 'original' ? (
        <Button size="small" onClick={showWaiting}>
          Show {formatQuantity(waiting, 'new translation')}
        </Button>
      ) : null}
      {compared === '' ? null : <span className="text-ink-2">{compared}</span>}
      {job === null && !isCompared && state.compare !== null ? (
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
        ids={missing}
        to={value.to}
        onClose={() => setChoosing(false)}
        onStarted={() => {
          setChoosing(false);
          if (value.mode === 'original') setMode('translation');
        }}
      />
    </section>
  );
}
