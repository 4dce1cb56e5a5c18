import { useState } from 'react';
import { languageName } from '#shared/geo/languages.ts';
import type { TranslationQuote } from '#shared/model/translation.ts';
import { type TranslatorKind, translatorKinds, translatorNames } from '#shared/model/translators.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';

export type TranslationChoice =
  | { readonly ids: readonly string[] }
  | { readonly plan: string }
  | { readonly search: string };

type TranslateDialogProps = {
  readonly open: boolean;
  /** Answers, or the run, to translate. */
  readonly choice: TranslationChoice;
  readonly to: string;
  readonly onClose: () => void;
  readonly onStarted: (jobId: string) => void;
};

/** Chooses a translator and shows its price before anything is sent. */
export function TranslateDialog(props: TranslateDialogProps) {
  return props.open ? <OpenTranslateDialog {...props} /> : null;
}

function OpenTranslateDialog({ choice: chosenAnswers, to, onClose, onStarted }: TranslateDialogProps) {
  const setting = useRoute('translations.setting', {}).data;
  const { data } = useRoute('translations.translators', {});
  const [chosen, setChosen] = useState<TranslatorKind | null>(null);
  const [remember, setRemember] = useState(true);
  const [limit, setLimit] = useState('');
  const ready = data?.translators.find((each) => each.ready)?.kind;
  const kind = chosen ?? setting?.with ?? ready ?? 'sandbox';
  const view = data?.translators.find((each) => each.kind === kind);
  const choice = {
    ...('ids' in chosenAnswers ? { ids: [...chosenAnswers.ids] } : chosenAnswers),
    to,
    with: kind,
  };
  const isEmpty = 'ids' in chosenAnswers && chosenAnswers.ids.length === 0;
  const quote = useRoute('translations.quote', choice, { enabled: !isEmpty && view?.ready === true });
  const start = useAction('translations.start', ['translations.jobs']);
  const choose = useAction('translations.choose', ['translations.setting']);
  const wrongLimit = limit.trim() !== '' && !(Number(limit) >= 0);
  const blocked =
    view?.ready !== true || !quote.data?.answers || quote.data.problems.length > 0 || wrongLimit;
  const begin = (): void => {
    if (blocked) return;
    if (remember) choose.mutate({ setting: { to, with: kind } });
    start.mutate(
      { ...choice, limit: limit.trim() === '' ? {} : { cost: Number(limit) } },
      { onSuccess: ({ id }) => onStarted(id) },
    );
  };
  const known = data?.translators ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Translate ${whatOf(chosenAnswers)} into ${languageName(to, 'en')}`}
      description="Nothing is sent before you start. The originals stay as they are."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" aria-disabled={blocked} busy={start.isPending} onClick={begin}>
            Translate
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 px-4 py-3">
        <Choice
          label="Translator"
          value={kind}
          choices={translatorKinds
            .filter((each) => known.length === 0 || known.some((found) => found.kind === each))
            .map((each) => ({
              value: each,
              label:
                known.find((found) => found.kind === each)?.ready === false
                  ? `${translatorNames[each]} (not set up)`
                  : translatorNames[each],
            }))}
          onChange={setChosen}
        />
        {view === undefined ? null : view.ready ? (
          <p className="text-ink-2 text-table">{view.state}</p>
        ) : (
          <Notice tone="warn">{view.state} Set it up under Settings, Translation.</Notice>
        )}
        {quote.error && view?.ready ? <ErrorNotice error={quote.error} /> : null}
        {quote.data === undefined || view?.ready !== true ? null : <Price quote={quote.data} />}
        {quote.data?.price.cost ? (
          <TextField
            label="Stop before this amount (optional)"
            problem={wrongLimit ? 'Enter an amount, such as 5.' : undefined}
            inputMode="decimal"
            value={limit}
            onChange={setLimit}
          />
        ) : null}
        <label className="flex items-center gap-2">
          <input type="checkbox" checked={remember} onChange={({ target }) => setRemember(target.checked)} />
          Use this language and translator in this project
        </label>
        {start.error ? <ErrorNotice error={start.error} /> : null}
      </div>
    </Dialog>
  );
}

function whatOf(choice: TranslationChoice): string {
  if ('ids' in choice) return formatQuantity(choice.ids.length, 'answer');
  return 'plan' in choice ? 'the answers of this plan' : 'what this search found';
}

function Price({ quote }: { readonly quote: TranslationQuote }) {
  const { answers, known, characters, price, problems } = quote;
  if (problems.length > 0) return <Notice tone="warn">{problems.join(' ')}</Notice>;
  if (answers === 0) return <Notice tone="info">All of them are translated, or in this language.</Notice>;
  const cost =
    price.cost === null || price.cost === 0
      ? null
      : `At most ${price.cost.toFixed(2)} ${price.currency ?? ''}.`.replace(' .', '.');
  return (
    <p className="text-table tabular">
      {formatQuantity(answers, 'answer')}, {formatQuantity(characters, 'character')}. {cost} {price.note}
      {known > 0 ? ` ${formatQuantity(known, 'more answer')} need no translation.` : ''}
    </p>
  );
}
