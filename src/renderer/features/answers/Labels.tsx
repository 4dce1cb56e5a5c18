import { type FormEvent, useId, useState } from 'react';
import type { ObservationDetail } from '#shared/model/observation.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { inputLook, Problem } from '../../ui/Field.tsx';
import { annotated } from './Notes.tsx';

/** Labels of an answer, which can be searched as `label:word`. */
export function Labels({ detail }: { readonly detail: ObservationDetail }) {
  const set = useAction('labels.set', annotated);
  const known = useRoute('labels.list', {}, { staleMs: 60_000 });
  const [draft, setDraft] = useState('');
  const list = useId();
  const save = (labels: readonly string[]): void =>
    set.mutate({ observationId: detail.id, labels: [...labels] }, { onSuccess: () => setDraft('') });
  const add = (event: FormEvent): void => {
    event.preventDefault();
    const words = draft.split(/[\s,]+/).filter(Boolean);
    if (words.length > 0) save([...detail.labels, ...words]);
  };
  return (
    <section aria-label="Labels" className="flex flex-col gap-2">
      <h2 className="font-medium text-ink-2 text-table">Labels</h2>
      <div className="flex flex-wrap items-center gap-1.5">
        {detail.labels.map((label) => (
          <Chip
            key={label}
            removeLabel={`Remove ${label}`}
            onRemove={() => save(detail.labels.filter((each) => each !== label))}
          >
            <span dir="auto">{label}</span>
          </Chip>
        ))}
        <form onSubmit={add} className="min-w-28 flex-1">
          <input
            aria-label="New label"
            placeholder="Add a label"
            list={list}
            value={draft}
            maxLength={200}
            onChange={(event) => setDraft(event.target.value)}
            className={inputLook}
          />
          <datalist id={list}>
            {known.data?.labels
              .filter(({ name }) => !detail.labels.includes(name))
              .slice(0, 50)
              .map(({ name }) => (
                <option key={name} value={name} />
              ))}
          </datalist>
        </form>
      </div>
      {set.error ? <Problem>{set.error.message}</Problem> : null}
    </section>
  );
}
