import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { ObservationDetail } from '#shared/model/observation.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { inputLook } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { RelativeTime } from '../../ui/Times.tsx';

type Note = ObservationDetail['notes'][number];

/** The user's notes on an answer. */
export function Notes({ detail }: { readonly detail: ObservationDetail }) {
  const add = useAction('notes.add', annotated);
  const edit = useAction('notes.edit', annotated);
  const remove = useAction('notes.remove', annotated);
  const [editing, setEditing] = useState<string | null>(null);
  const failure = add.error ?? edit.error ?? remove.error;
  return (
    <section aria-label="Notes" className="flex flex-col gap-2">
      <h2 className="font-medium text-ink-2 text-table">Notes</h2>
      {detail.notes.length === 0 ? null : (
        <ul className="flex flex-col gap-2">
          {detail.notes.map((note) => (
            <li key={note.id} className="rounded-md border border-line bg-surface px-2 py-1.5">
              {editing === note.id ? (
                <NoteForm
                  label="Edit note"
                  text={note.text}
                  action="Save"
                  onText={(text) =>
                    edit.mutateAsync({ id: note.id, text }).then(
                      () => setEditing(null),
                      () => {},
                    )
                  }
                  onCancel={() => setEditing(null)}
                />
              ) : (
                <NoteText
                  note={note}
                  onEdit={() => setEditing(note.id)}
                  onRemove={() => remove.mutate({ id: note.id })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <NoteForm
        key={detail.notes.length}
        label="New note"
        text=""
        action="Add note"
        onText={(text) =>
          add.mutateAsync({ observationId: detail.id, text }).then(
            () => {},
            () => {},
          )
        }
      />
      {failure ? <ErrorNotice error={failure} /> : null}
    </section>
  );
}

function NoteText({
  note,
  onEdit,
  onRemove,
}: {
  readonly note: Note;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) {
  return (
    <>
      <p dir="auto" className="whitespace-pre-wrap break-words">
        {note.text}
      </p>
      <div className="flex items-center gap-1 text-ink-3 text-mini">
        <RelativeTime atMs={note.writtenAtMs} />
        {note.editedAtMs === null ? null : (
          <span>
            , edited <RelativeTime atMs={note.editedAtMs} />
          </span>
        )}
        <span className="ms-auto flex">
          <IconButton Icon={Pencil} px={12} label="Edit note" onClick={onEdit} />
          <IconButton Icon={Trash2} px={12} label="Delete note" onClick={onRemove} />
        </span>
      </div>
    </>
  );
}

type NoteFormProps = {
  readonly label: string;
  readonly text: string;
  readonly action: string;
  readonly onText: (text: string) => Promise<void>;
  readonly onCancel?: () => void;
};

function NoteForm({ label, text: before, action, onText, onCancel }: NoteFormProps) {
  const [text, setText] = useState(before);
  const [busy, setBusy] = useState(false);
  const send = (): void => {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    void onText(text.trim()).then(() => setBusy(false));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && onCancel) {
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <form
      className="flex flex-col gap-1.5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        aria-label={label}
        dir="auto"
        rows={2}
        maxLength={10_000}
        // biome-ignore lint/a11y/noAutofocus: the field stands where the person just pressed "Change"
        autoFocus={onCancel !== undefined}
        placeholder="Write a note"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className={`${inputLook} field-sizing-content h-auto! min-h-14 resize-y py-1`}
      />
      {text.trim() === '' && !onCancel ? null : (
        <div className="flex gap-1.5">
          <Button type="submit" size="small" disabled={text.trim() === ''} busy={busy}>
            {action}
          </Button>
          {onCancel ? (
            <Button look="quiet" size="small" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
        </div>
      )}
    </form>
  );
}

/** Reads that show notes and labels, invalidated after a change. */
export const annotated = [
  'observations.get',
  'observations.series',
  'labels.list',
  'history.search',
] as const;
