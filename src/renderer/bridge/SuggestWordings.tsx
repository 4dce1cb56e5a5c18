import { useState } from 'react';
import { type Engine, engines } from '#shared/interface/engines.ts';
import { Button } from '../ui/Button.tsx';
import { Choice } from '../ui/Choice.tsx';
import { embeddedConnectionId, useEngineNames } from '../ui/engineNames.ts';
import { formatCount, formatQuantity } from '../ui/format.ts';
import { ErrorNotice } from '../ui/Notice.tsx';
import { ProgressRing } from '../ui/ProgressRing.tsx';
import type { SuggestProps } from '../ui/WordingsDialog.tsx';
import { useAction, useRoute } from './BridgeContext.tsx';
import { selectedConnection, useConnections } from './connectionList.ts';

/** Engines that can write text. */
const writing = engines.filter((engine) => engine.startsWith('assistant-'));

/**
 * Suggestions by an engine with a real provider. The price is shown first, sending needs a click, and the user
 * accepts each suggestion.
 */
export function SuggestWordings({ questions, keys, missing, onSuggested }: SuggestProps) {
  const connections = useConnections();
  const connection = selectedConnection(connections);
  const embedded = connection?.id === embeddedConnectionId;
  const bindings = useRoute('service.engines', {}, { enabled: embedded, staleMs: 60_000 });
  const able = embedded
    ? writing.filter((engine) =>
        bindings.data?.some((each) => each.engine === engine && each.available && each.driver !== 'sandbox'),
      )
    : writing;
  const [chosen, setChosen] = useState<Engine | null>(null);
  const engine = able.find((each) => each === chosen) ?? able[0];
  const nameOf = useEngineNames();
  const quote = useRoute(
    'wordings.quote',
    { connectionId: connection?.id ?? '', engine: engine ?? 'assistant-a' },
    { enabled: connection !== null && engine !== undefined },
  );
  const action = useAction('wordings.suggest', ['credits.', 'connections.']);
  const [told, setTold] = useState('');
  const wanted = questions.flatMap(({ text }, at) => {
    const lacking = missing(at);
    return lacking.length === 0 ? [] : [{ at, text, lacking }];
  });
  if (connection === null || (embedded && bindings.data === undefined)) return null;
  if (engine === undefined)
    return (
      <p className="text-ink-2 text-table">
        Connect a provider in Settings, Engines to have wordings suggested.
      </p>
    );
  const each = quote.data?.maximumCredits ?? null;
  const suggest = async (): Promise<void> => {
    setTold('');
    let found = 0;
    let charged = 0;
    for (const { at, text, lacking } of wanted) {
      const answer = await action
        .mutateAsync({ connectionId: connection.id, engine, question: text, keys: [...lacking] })
        .catch(() => null);
      if (answer === null) break;
      onSuggested(at, answer.wordings);
      found += Object.keys(answer.wordings).length;
      charged += answer.creditsCharged ?? 0;
    }
    setTold(`${formatQuantity(found, 'suggestion')}, ${formatQuantity(charged, 'credit')} charged.`);
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          className="w-56"
          label="Suggest with"
          value={engine}
          choices={able.map((value) => ({ value, label: nameOf(value, connection.id) }))}
          onChange={setChosen}
        />
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
              : `${formatQuantity(wanted.length, 'request')} · ${
                  each === null
                    ? 'price set by this connection'
                    : `at most ${formatQuantity(each * wanted.length, 'credit')}${
                        quote.data?.balance == null ? '' : ` of ${formatCount(quote.data.balance)}`
                      }`
                }`}
        </p>
      </div>
      {action.error ? <ErrorNotice error={action.error} /> : null}
    </div>
  );
}
