import { useState } from 'react';
import type { ProjectView } from '#shared/model/project.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';

type RemoveProjectProps = {
  readonly project: ProjectView;
  readonly others: readonly ProjectView[];
  readonly onClose: () => void;
  readonly onSaid: (message: string) => void;
};

/** Asks where to move a project's runs before it is deleted. */
export function RemoveProject({ project, others, onClose, onSaid }: RemoveProjectProps) {
  const remove = useAction('projects.remove', ['projects.']);
  const [moveTo, setMoveTo] = useState(others[0]?.id ?? '');
  const moves = project.runs > 0;
  const confirm = (): void =>
    remove.mutate(
      { project: project.id, ...(moves ? { moveTo } : {}) },
      {
        onSuccess: () => {
          onSaid(`Project “${project.name}” deleted`);
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete this project?"
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" busy={remove.isPending} onClick={confirm}>
            {moves ? `Move ${formatQuantity(project.runs, 'run')} and delete` : 'Delete'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 px-4 py-3">
        <p>
          <q dir="auto">{project.name}</q> is deleted with its brands, plans and monitors. Answers are kept.
        </p>
        {moves ? (
          <Choice
            label="Move its runs to"
            value={moveTo}
            choices={others.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setMoveTo}
          />
        ) : null}
        {remove.error ? <ErrorNotice error={remove.error} /> : null}
      </div>
    </Dialog>
  );
}
