import { useState } from 'react';
import { dollarsLabel, estimateLabel } from '#shared/tables/analysisLabels.ts';
import { Button } from '../ui/Button.tsx';
import { formatQuantity } from '../ui/format.ts';
import { ErrorNotice } from '../ui/Notice.tsx';
import { ProgressRing } from '../ui/ProgressRing.tsx';
import type { SuggestProps } from '../ui/WordingsDialog.tsx';
import { formatAddress } from '../window/address.ts';
import { useAction, useRoute } from './BridgeContext.tsx';

/**
 * Suggestions by the analysis model. The price is shown first, sending needs a click, and the user accepts each
 * suggestion.
 */
export function SuggestWordings({ questions, keys, missing, onSuggested }: SuggestProps) {
  const model = useRoute('analysisModel.get', {}, { staleMs: 10_000 });
  const wanted = questions.flatMap(({ text }, at) => {
    const lacking = missing(at);
    return lacking.length === 0 ? [] : [{ at, text, lacking }];
  });
  const ready = model.data !== undefined && model.data.choice !== null && model.data.problem === null;
  const quote = useRoute(
    'wordings.quote',
    { questions: wanted.map(({ text, lacking }) => ({ question: text, keys: [...lacking] })) },
    { enabled: ready && wanted.length > 0 },
  );
  const action = useAction('wordings.suggest', ['credits.', 'analysisModel.']);
  const [told, setTold] = useState('');
  if (model.data === undefined) return null;
  const { choice, problem } = model.data;
  if (choice === null || problem !== null)
    return (
      <p className="text-ink-2 text-table">
        {problem === null ? '' : `${problem} `}
        <a
          className="text-accent underline"
          href={formatAddress({ name: 'settings', section: 'analysis-model' })}
        >
          Choose an analysis model
        </a>{' '}
        to have wordings suggested.
      </p>
    );
  const suggest = async (): Promise<void> => {
    setTold('');
    let found = 0;
    let spent = 0;
    for (const { at, text, lacking } of wanted) {
      const answer = await action.mutateAsync({ question: text, keys: [...lacking] }).catch(() => null);
      if (answer === null) break;
      onSuggested(at, answer.wordings);
      found += Object.keys(answer.wordings).length;
      spent += answer.provenance.cached ? 0 : (answer.provenance.cost?.amount ?? 0);
    }
    setTold(`${formatQuantity(found, 'suggestion')}, ${dollarsLabel(spent)}.`);
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          disabled={keys.length === 0 || wanted.length === 0}
          busy={action.isPending}
          onClick={() => void suggest()}
        >
          {action.isPending ? <ProgressRing share={null} size={13} /> : null}
          Suggest empty wordings
        </Button>
        <p role="status" className="min-h-7 content-center text-ink-2 text-table">
          {told !== ''
            ? told
            : wanted.length === 0
              ? 'Add a country or language to have its wording suggested.'
              : quote.data === undefined
                ? choice.model
                : estimateLabel(quote.data)}
        </p>
      </div>
      {action.error ? <ErrorNotice error={action.error} /> : null}
    </div>
  );
}
