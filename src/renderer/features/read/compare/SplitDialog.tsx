import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field, inputLook } from '../../../ui/Field.tsx';

type SplitDialogProps = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly onSplit: (alias: string, as: string) => void;
  readonly onClose: () => void;
};

/** Chooses the name that becomes a brand of its own, and what that brand is called. */
export function SplitDialog({ name, aliases, onSplit, onClose }: SplitDialogProps) {
  const [alias, setAlias] = useState(aliases[0] ?? '');
  const [as, setAs] = useState<string | null>(null);
  const called = as ?? alias;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (called.trim() !== '') onSplit(alias, called.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Split a name off ${name}`}
      description="The name counts for a brand of its own. This can be taken back at any time."
      width="narrow"
    >
      <form onSubmit={submit} className="flex flex-col">
        <div className="flex flex-col gap-3 px-4 py-3">
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1 font-medium text-ink-2 text-table">Name</legend>
            {aliases.map((each) => (
              <label key={each} className="flex min-h-6 items-center gap-2">
                <input
                  type="radio"
                  name="alias"
                  value={each}
                  checked={each === alias}
                  onChange={() => setAlias(each)}
                />
                <span dir="auto">{each}</span>
              </label>
            ))}
          </fieldset>
          <Field
            label="The new brand is called"
            problem={called.trim() === '' ? 'Give the new brand a name.' : undefined}
          >
            {(ids) => (
              <input
                {...ids}
                dir="auto"
                className={inputLook}
                value={called}
                onChange={(event) => setAs(event.target.value)}
              />
            )}
          </Field>
        </div>
        <footer className="flex justify-end gap-2 border-line border-t px-4 py-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={called.trim() === ''}>
            Split off
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
