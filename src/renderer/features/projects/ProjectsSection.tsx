import { Plus, Upload } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { ProjectView } from '#shared/model/project.ts';
import { projectsSheet } from '#shared/tables/projectTables.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { inputLook, TextField } from '../../ui/Field.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { SheetMenu } from '../../ui/SheetMenu.tsx';
import { ProjectDefaults } from './ProjectDefaults.tsx';
import { QuestionTags } from './QuestionTags.tsx';
import { RemoveProject } from './RemoveProject.tsx';
import { useProjectFiles } from './useProjectFiles.ts';

type ProjectsSectionProps = {
  readonly onSaid: (message: string) => void;
  /** Links to other settings of the current project. */
  readonly links: readonly { readonly href: string; readonly label: string }[];
};

/** Projects: creating, renaming, exporting and deleting them, and settings of the current one. */
export function ProjectsSection({ onSaid, links }: ProjectsSectionProps) {
  const files = useProjectFiles(onSaid);
  const found = useRoute('projects.list', {});
  const [removing, setRemoving] = useState<ProjectView | null>(null);
  const projects = found.data?.projects ?? [];
  const currentId = found.data?.currentId;
  const current = projects.find(({ id }) => id === currentId);
  return (
    <section aria-labelledby="projects-title" className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <h2 id="projects-title" className="font-semibold text-title">
          Projects
        </h2>
        <SheetMenu label="Projects" sheet={() => projectsSheet(projects, currentId ?? '')} />
      </div>
      <p className="max-w-prose text-ink-2">
        A project separates one client from another: brands, plans, questions and history. New questions,
        plans and imports go to the current project, shown in the title bar.
      </p>
      {found.error ? <ErrorNotice error={found.error} /> : null}
      <div className="flex flex-wrap items-end gap-2">
        <NewProject onSaid={onSaid} />
        <ImportProject disabled={files.doing !== null} onFile={files.importOne} />
      </div>
      <div className="flex items-center gap-3 empty:-mt-3">
        <p role="status" className="text-ink-2 text-table tabular">
          {files.doing}
        </p>
        {files.cancel === null ? null : <Button onClick={files.cancel}>Cancel</Button>}
      </div>
      {files.failure ? <ErrorNotice error={files.failure} /> : null}
      <ul className="flex flex-col">
        {projects.map((project) => (
          <ProjectRow
            key={project.id}
            project={project}
            inUse={project.id === currentId}
            onExport={files.doing === null ? () => files.exportOne(project) : null}
            onRemove={() => setRemoving(project)}
          />
        ))}
      </ul>
      {removing === null ? null : (
        <RemoveProject
          project={removing}
          others={projects.filter((each) => each.id !== removing.id)}
          onClose={() => setRemoving(null)}
          onSaid={onSaid}
        />
      )}
      {current === undefined ? null : (
        <section aria-labelledby="project-in-use" className="mt-3 flex flex-col gap-4">
          <div className="flex flex-col gap-1">
            <h3 id="project-in-use" className="font-semibold text-read">
              Current project: <span dir="auto">{current.name}</span>
            </h3>
            <ul className="flex flex-wrap gap-x-4">
              {links.map(({ href, label }) => (
                <li key={href}>
                  <a href={href} className="inline-flex min-h-6 items-center text-accent hover:underline">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
          <ProjectDefaults key={current.id} project={current} onSaid={onSaid} />
          <QuestionTags />
        </section>
      )}
    </section>
  );
}

function NewProject({ onSaid }: { readonly onSaid: (message: string) => void }) {
  const create = useAction('projects.create', ['projects.']);
  const [name, setName] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate(
      { name },
      {
        onSuccess: (made) => {
          setName('');
          onSaid(`Project “${made.name}” created`);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex min-w-72 max-w-md flex-1 items-end gap-2">
      <TextField
        label="New project"
        problem={create.error?.message}
        className="flex-1"
        value={name}
        maxLength={80}
        onChange={setName}
      />
      <Button type="submit" disabled={name.trim() === ''} busy={create.isPending}>
        <Plus size={13} aria-hidden="true" /> Create project
      </Button>
    </form>
  );
}

type ProjectRowProps = {
  readonly project: ProjectView;
  readonly inUse: boolean;
  /** Null while another file is being written or read. */
  readonly onExport: (() => void) | null;
  readonly onRemove: () => void;
};

function ProjectRow({ project, inUse, onExport, onRemove }: ProjectRowProps) {
  const rename = useAction('projects.rename', ['projects.']);
  const use = useAction('projects.use', ['projects.']);
  const [name, setName] = useState<string | null>(null);
  const failure = rename.error ?? use.error;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name !== null) rename.mutate({ project: project.id, name }, { onSuccess: () => setName(null) });
  };
  return (
    <li className="flex flex-col gap-1 border-line border-b py-2">
      <div className="flex min-h-7 items-center gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
          {name === null ? (
            <span dir="auto" className="font-medium">
              {project.name}
            </span>
          ) : (
            <form onSubmit={submit} className="flex gap-2">
              <input
                aria-label={`New name of ${project.name}`}
                value={name}
                maxLength={80}
                onChange={(event) => setName(event.target.value)}
                className={inputLook}
              />
              <Button type="submit" disabled={name.trim() === ''}>
                Rename
              </Button>
            </form>
          )}
          {inUse ? <Badge>current</Badge> : null}
          <span className="text-ink-3 text-table">
            {formatQuantity(project.runs, 'run')}, {formatQuantity(project.answers, 'answer')},{' '}
            {formatQuantity(project.brands, 'brand')}, {formatQuantity(project.plans, 'plan')}
          </span>
        </div>
        <span className="flex shrink-0 gap-1">
          {inUse ? null : (
            <Button
              size="small"
              aria-label={`Use ${project.name}`}
              onClick={() => use.mutate({ project: project.id })}
            >
              Use
            </Button>
          )}
          <Button
            size="small"
            aria-label={`Export ${project.name}`}
            disabled={onExport === null}
            onClick={onExport ?? undefined}
          >
            Export
          </Button>
          <Button
            size="small"
            aria-label={name === null ? `Rename ${project.name}` : 'Cancel'}
            onClick={() => setName(name === null ? project.name : null)}
          >
            {name === null ? 'Rename' : 'Cancel'}
          </Button>
          {project.first ? null : (
            <Button size="small" aria-label={`Delete ${project.name}`} onClick={onRemove}>
              Delete{' '}
            </Button>
          )}
        </span>
      </div>
      {failure ? <ErrorNotice error={failure} /> : null}
    </li>
  );
}

type ImportProjectProps = {
  readonly disabled: boolean;
  readonly onFile: (file: File) => void;
};

/** Selects a project file to import. */
function ImportProject({ disabled, onFile }: ImportProjectProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button disabled={disabled} onClick={() => chooser.current?.click()}>
        <Upload size={13} aria-hidden="true" /> Import project…
      </Button>
      <input
        ref={chooser}
        type="file"
        accept=".parallax"
        hidden
        aria-label="Project file to import"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
