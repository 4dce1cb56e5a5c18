import { Flag, Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { Annotation } from '#shared/model/annotation.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { useProjectDays } from '../../bridge/projectDays.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';

type Draft = Omit<Annotation, 'id'> & { readonly id: string | null };

/** `2026-11-27` of the clock of the project. */
const isoDay = (clockMs: number): string => new Date(clockMs).toISOString().slice(0, 10);

/** Annotations of the project, which are marked on every trend: list, add, edit and delete them. */
export function TrendAnnotations() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" look="quiet" onClick={() => setOpen(true)}>
        <Flag size={12} aria-hidden="true" />
        Annotations
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Annotations"
        description="Dated notes, such as a site relaunch, are marked on every trend of this project."
      >
        <AnnotationEditor />
      </Dialog>
    </>
  );
}

function AnnotationEditor() {
  const { days } = useProjectDays();
  const newDraft = (): Draft => ({ id: null, day: isoDay(days.clockAt(Date.now())), text: '' });
  const list = useRoute('annotations.list', {});
  const add = useAction('annotations.add');
  const edit = useAction('annotations.edit');
  const remove = useAction('annotations.remove');
  const [draft, setDraft] = useState(newDraft);
  const text = useRef<HTMLInputElement>(null);
  const failure = list.error ?? add.error ?? edit.error ?? remove.error;
  const begin = (next: Draft): void => {
    setDraft(next);
    // The focused row is gone, or the form is the next step.
    text.current?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { id, ...annotation } = draft;
    const onSuccess = (): void => begin(newDraft());
    if (id === null) add.mutate(annotation, { onSuccess });
    else edit.mutate({ id, ...annotation }, { onSuccess });
  };
  const annotations = list.data?.annotations ?? [];
  return (
    <div className="flex flex-col gap-3 p-4">
      {failure ? <ErrorNotice error={failure} /> : null}
      <form className="flex items-end gap-2" onSubmit={submit}>
        <TextField
          label="Date"
          className="w-36"
          type="date"
          required
          value={draft.day}
          onChange={(value) => setDraft({ ...draft, day: value })}
        />
        <TextField
          label="Text"
          className="min-w-0 flex-1"
          ref={text}
          dir="auto"
          required
          maxLength={200}
          placeholder="Site relaunch"
          value={draft.text}
          onChange={(value) => setDraft({ ...draft, text: value })}
        />
        {draft.id === null ? null : <Button onClick={() => begin(newDraft())}>Cancel</Button>}
        <Button type="submit" look="primary" disabled={draft.text.trim() === ''}>
          {draft.id === null ? 'Add' : 'Save'}
        </Button>
      </form>
      {annotations.length === 0 ? (
        <p className="text-ink-3 text-table">No annotations yet.</p>
      ) : (
        <ul aria-label="Annotations" className="max-h-80 overflow-y-auto">
          {annotations.map((annotation) => (
            <li key={annotation.id} className="flex items-center gap-2 border-line border-b py-1">
              <span className="w-24 shrink-0 text-ink-2 tabular">{annotation.day}</span>
              <span dir="auto" className="min-w-0 flex-1 break-words">
                {annotation.text}
              </span>
              <IconButton
                Icon={Pencil}
                px={12}
                label={`Edit ${annotation.text}`}
                onClick={() => begin(annotation)}
              />
              <IconButton
                Icon={Trash2}
                px={12}
                label={`Delete ${annotation.text}`}
                onClick={() =>
                  remove.mutate(
                    { id: annotation.id },
                    { onSuccess: () => begin(draft.id === annotation.id ? newDraft() : draft) },
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
