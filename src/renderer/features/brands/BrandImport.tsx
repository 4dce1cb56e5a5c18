import { type FormEvent, useDeferredValue, useState } from 'react';
import type { BrandBookView } from '#shared/model/brand.ts';
import type { BrandKind } from '#shared/model/comparison/samples.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Problem, TextAreaField } from '../../ui/Field.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';

type BrandImportProps = {
  readonly onCancel: () => void;
  readonly onAdded: (count: number, after: BrandBookView) => void;
};

const example =
  'Foldmaster; フォールドマスター; foldmaster.example; own\nCycleGuard; Cycle Guard; cycleguard.example';
const kinds: readonly BrandKind[] = ['competitor', 'own', 'other'];
const labels: Readonly<Record<BrandKind, string>> = {
  own: 'Your brand',
  competitor: 'Competitor',
  other: 'Other brand',
};
const maxShown = 6;

/** Imports a pasted list. Shows first what will be added and which lines are invalid. */
export function BrandImport({ onCancel, onAdded }: BrandImportProps) {
  const add = useAction('brands.import', ['brands.']);
  const [text, setText] = useState('');
  const [kind, setKind] = useState<BrandKind>('competitor');
  const asked = useDeferredValue(text);
  const isEmpty = text.trim() === '';
  const read = useRoute('brands.readList', { text: asked, kind }, { enabled: asked.trim() !== '' });
  const names = isEmpty ? [] : (read.data?.names ?? []);
  const problems = isEmpty ? [] : (read.data?.problems ?? []);
  const refused = add.error?.fields.map((each) => each.message) ?? [];
  const shown = [...problems.map((each) => `Line ${each.line}: ${each.message}`), ...refused];
  const asksFirst = add.error?.code === 'CONFIRMATION_REQUIRED';
  const ready = names.length > 0 && problems.length === 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready)
      add.mutate(
        { text, kind, confirmed: asksFirst },
        { onSuccess: (after) => onAdded(names.length, after) },
      );
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col">
      <div className="flex flex-col gap-3 px-4 py-3">
        <TextAreaField
          label="List"
          mono
          rows={9}
          spellCheck={false}
          placeholder={example}
          value={text}
          onChange={(written) => {
            add.reset();
            setText(written);
          }}
        />
        <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <legend className="mb-1 font-medium text-ink-2 text-table">Default kind</legend>
          {kinds.map((each) => (
            <label key={each} className="flex items-center gap-1.5">
              <input
                type="radio"
                name="kind"
                value={each}
                checked={kind === each}
                onChange={() => {
                  add.reset();
                  setKind(each);
                }}
              />
              {labels[each]}
            </label>
          ))}
        </fieldset>
        {shown.slice(0, maxShown).map((message) => (
          <Problem key={message}>{message}</Problem>
        ))}
        {shown.length > maxShown ? (
          <p className="text-ink-2 text-table">
            and {formatQuantity(shown.length - maxShown, 'more line', 'more lines')}
          </p>
        ) : null}
        {ready && refused.length === 0 ? (
          <p role="status" className="text-ink-2 text-table">
            {formatQuantity(names.length, 'brand')}:{' '}
            <bdi>
              {names.slice(0, 12).join(', ')}
              {names.length > 12 ? ` +${names.length - 12}` : ''}
            </bdi>
          </p>
        ) : null}
        {add.error && refused.length === 0 ? <ErrorNotice error={add.error} /> : null}
        {read.error ? <ErrorNotice error={read.error} /> : null}
      </div>
      <footer className="sticky bottom-0 flex justify-end gap-2 border-line border-t bg-raised px-4 py-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" disabled={!ready} busy={add.isPending}>
          Add {ready ? formatQuantity(names.length, 'brand') : 'brands'}
          {asksFirst ? ' anyway' : ''}
        </Button>
      </footer>
    </form>
  );
}
