import { type FormEvent, useState } from 'react';
import type { Ceilings } from '#shared/model/plan.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { formatCount } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';

const most = 1_000_000_000;
const periods = [
  { id: 'day', label: 'Daily credit limit (UTC)' },
  { id: 'month', label: 'Monthly credit limit (UTC)' },
] as const;

/** Daily and monthly credit limits of a connection. */
export function CeilingFields({
  ceilings,
  onSaid,
}: {
  readonly ceilings: Ceilings;
  readonly onSaid: (message: string) => void;
}) {
  const [texts, setTexts] = useState({ day: textOf(ceilings.day), month: textOf(ceilings.month) });
  const store = useAction('plans.setCeilings', ['credits.', 'plans.']);
  const spent = { day: ceilings.spentToday, month: ceilings.spentThisMonth };
  const changed = periods.some(({ id }) => texts[id].trim() !== textOf(ceilings[id]));
  const wrong = periods.some(({ id }) => creditsIn(texts[id]) === undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (wrong || !changed) return;
    const wanted = { day: creditsIn(texts.day) ?? null, month: creditsIn(texts.month) ?? null };
    store.mutate(
      { connectionId: ceilings.connectionId, ...wanted },
      { onSuccess: () => onSaid('Credit limits saved') },
    );
  };
  return (
    <form aria-label="Credit limits" onSubmit={submit} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start gap-3">
        {periods.map(({ id, label }) => (
          <TextField
            key={id}
            label={label}
            className="w-56"
            hint={`${formatCount(spent[id])} charged or reserved ${id === 'day' ? 'today' : 'this month'}`}
            problem={
              creditsIn(texts[id]) === undefined
                ? 'Enter a whole number, or leave empty for no limit.'
                : undefined
            }
            inputMode="numeric"
            value={texts[id]}
            placeholder="none"
            onChange={(value) => setTexts({ ...texts, [id]: value })}
          />
        ))}
        <Button type="submit" className="mt-5.5" disabled={wrong || !changed} busy={store.isPending}>
          Save credit limits
        </Button>
      </div>
      {store.error ? <ErrorNotice error={store.error} /> : null}
    </form>
  );
}

const textOf = (credits: number | null): string => (credits === null ? '' : String(credits));

/** The typed credits; null for none, undefined if the text is not a whole number. */
function creditsIn(text: string): number | null | undefined {
  const written = text.trim();
  if (written === '') return null;
  const credits = Number(written);
  return /^\d+$/.test(written) && credits <= most ? credits : undefined;
}
