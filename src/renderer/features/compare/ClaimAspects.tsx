import { useState } from 'react';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';

const maxAspects = 40;
const maxLength = 40;

/** The list of aspects by which answers of the project are rated from now on. */
export function ClaimAspects({ project }: { readonly project: string | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setOpen(true)}>
        Edit aspects…
      </Button>
      {open ? <AspectsDialog project={project} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function AspectsDialog({
  project,
  onClose,
}: {
  readonly project: string | undefined;
  readonly onClose: () => void;
}) {
  const scope = project === undefined ? {} : { project };
  const stored = useRoute('claims.aspects', scope).data?.aspects;
  const [typed, setTyped] = useState<string | null>(null);
  const save = useAction('claims.setAspects', ['claims.', 'comparisons.']);
  const text = typed ?? stored?.join('\n') ?? '';
  const aspects = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  const long = aspects.find((aspect) => aspect.length > maxLength);
  const problem =
    stored === undefined
      ? null
      : aspects.length === 0
        ? 'Enter at least one aspect.'
        : aspects.length > maxAspects
          ? `Enter at most ${maxAspects} aspects.`
          : long === undefined
            ? null
            : `“${long}” is longer than ${maxLength} characters.`;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Aspects"
      description="One aspect per line, such as price. Answers rated from now on use this list; those already rated keep theirs."
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={save.isPending}
            disabled={stored === undefined || problem !== null}
            onClick={() => save.mutate({ ...scope, aspects }, { onSuccess: onClose })}
          >
            Save aspects
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 p-4">
        <textarea
          aria-label="Aspects, one per line"
          aria-invalid={problem !== null}
          className="min-h-56 w-full rounded-md border border-control bg-surface p-2"
          value={text}
          disabled={stored === undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p role="status" className="min-h-5 text-removed text-table">
          {problem ?? ''}
        </p>
        {save.error ? <ErrorNotice error={save.error} /> : null}
      </div>
    </Dialog>
  );
}
