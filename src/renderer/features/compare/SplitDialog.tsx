import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';

type SplitDialogProps = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly onSplit: (alias: string, as: string) => void;
  readonly onClose: () => void;
};

/** Selects the alias that becomes a separate brand, and its name. */
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
      title={`Separate alias from ${name}`}
      description="The alias becomes a separate brand. You can undo this at any time."
      width="narrow"
    >
      <form onSubmit={submit} className="flex flex-col">
        <div className="flex flex-col gap-3 px-4 py-3">
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1 font-medium text-ink-2 text-table">Alias</legend>
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
          <TextField
            label="Name of the new brand"
            problem={called.trim() === '' ? 'Enter a name for the new brand.' : undefined}
            dir="auto"
            value={called}
            onChange={setAs}
          />
        </div>
        <footer className="flex justify-end gap-2 border-line border-t px-4 py-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={called.trim() === ''}>
            Separate alias{' '}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
