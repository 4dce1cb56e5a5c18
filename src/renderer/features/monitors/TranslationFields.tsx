import { languageName } from '#shared/geo/languages.ts';
import { translatorNames } from '#shared/model/translators.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { TextField } from '../../ui/Field.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { Check } from './Check.tsx';
import { type MonitorDraft, translationOf } from './scheduleDraft.ts';

type TranslationFieldsProps = {
  readonly draft: MonitorDraft;
  /** The newest run, whose answers are priced; null if there is none. */
  readonly lastRunId: string | null;
  readonly onChange: (changes: Partial<MonitorDraft>) => void;
};

/** Whether a monitor translates what it collects, what that costs, and its limit. */
export function TranslationFields({ draft, lastRunId, onChange }: TranslationFieldsProps) {
  const setting = useRoute('translations.setting', {}).data;
  if (setting?.with == null)
    return (
      <p className="max-w-prose text-ink-2 text-table">
        {draft.translates ? 'Answers are not translated: ' : 'To translate the answers of each run, '}
        choose a language and a translator for this project first, with Translate above the answers of a run.
      </p>
    );
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">Translation</legend>
      <Check
        label={`Translate the answers of each run into ${languageName(setting.to, 'en')} with ${translatorNames[setting.with]}`}
        checked={draft.translates}
        onChange={(translates) => onChange({ translates })}
      />
      {draft.translates ? (
        <div className="flex flex-wrap items-start gap-3">
          <TextField
            label="Cost limit of translations per run"
            className="w-56"
            problem={
              translationOf(draft) === undefined
                ? 'Enter an amount, such as 5, or leave empty for no limit.'
                : undefined
            }
            inputMode="decimal"
            placeholder="none"
            value={draft.translationLimit}
            onChange={(translationLimit) => onChange({ translationLimit })}
          />
          <Price lastRunId={lastRunId} />
        </div>
      ) : null}
    </fieldset>
  );
}

function Price({ lastRunId }: { readonly lastRunId: string | null }) {
  const quote = useRoute(
    'translations.quote',
    { runId: lastRunId ?? '', again: true },
    { enabled: lastRunId !== null },
  );
  const { data, error } = quote;
  if (lastRunId === null)
    return <PriceText>The price per run is shown here once this monitor has run.</PriceText>;
  if (error) return <PriceText>{error.message}</PriceText>;
  if (data === undefined) return null;
  const { answers, characters, price, problems } = data;
  if (problems.length > 0) return <PriceText>{problems.join(' ')}</PriceText>;
  const cost = price.cost ? `at most ${price.cost.toFixed(2)} ${price.currency ?? ''}. ` : '';
  return (
    <PriceText>
      Last run: {formatQuantity(answers, 'answer')}, {formatQuantity(characters, 'character')}. {cost}
      {price.note}
    </PriceText>
  );
}

const PriceText = ({ children }: { readonly children: React.ReactNode }) => (
  <p className="mt-6 max-w-prose text-ink-2 text-table tabular">{children}</p>
);
