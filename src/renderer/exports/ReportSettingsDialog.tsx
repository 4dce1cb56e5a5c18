import { useRef, useState } from 'react';
import type { ReportSectionId, ReportSettings } from '#shared/model/report.ts';
import { useAction, useRoute } from '../bridge/BridgeContext.tsx';
import { Button } from '../ui/Button.tsx';
import { Choice } from '../ui/Choice.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field, inputLook, TextField } from '../ui/Field.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';

const sections: readonly (readonly [ReportSectionId, string])[] = [
  ['summary', 'Summary'],
  ['visibility', 'Visibility'],
  ['brands', 'Brands'],
  ['sources', 'Sources'],
  ['answers', 'Answers'],
  ['method', 'Method'],
];

type ReportSettingsProps = {
  readonly open: boolean;
  readonly project: string;
  readonly onClose: () => void;
};

/** Layout and content of a project's reports. */
export function ReportSettingsDialog({ open, project, onClose }: ReportSettingsProps) {
  return open ? <LoadedDialog project={project} onClose={onClose} /> : null;
}

function LoadedDialog({ project, onClose }: Omit<ReportSettingsProps, 'open'>) {
  const settings = useRoute('reports.settings', { project });
  if (settings.data) return <SettingsForm project={project} known={settings.data} onClose={onClose} />;
  return settings.error ? (
    <Dialog open onClose={onClose} title="Report settings">
      <ErrorNotice error={settings.error} className="m-4" />
    </Dialog>
  ) : null;
}

type SettingsFormProps = Omit<ReportSettingsProps, 'open'> & { readonly known: ReportSettings };

function SettingsForm({ project, known, onClose }: SettingsFormProps) {
  const [draft, setDraft] = useState(known);
  const save = useAction('reports.setSettings', ['reports.']);
  const change = (changes: Partial<ReportSettings>): void => setDraft((old) => ({ ...old, ...changes }));
  const formId = 'report-settings';
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title="Report settings"
      description="For every report of this project, scheduled reports included."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            form={formId}
            disabled={draft.sections.length === 0}
            busy={save.isPending}
          >
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4 px-4 py-3"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ project, settings: draft }, { onSuccess: onClose });
        }}
      >
        <div className="flex flex-wrap items-start gap-3">
          <TextField
            label="Title"
            className="min-w-56 flex-1"
            hint="Empty: the question, or the name of the plan"
            dir="auto"
            maxLength={120}
            value={draft.title}
            onChange={(value) => change({ title: value })}
          />
          <Choice
            className="w-32"
            label="Paper"
            value={draft.paper}
            choices={[
              { value: 'A4', label: 'A4' },
              { value: 'Letter', label: 'Letter' },
            ]}
            onChange={(paper) => change({ paper })}
          />
          <Field label="Colour" className="w-20">
            {(ids) => (
              <input
                {...ids}
                type="color"
                className="h-7 w-full rounded-md border border-control bg-surface px-0.5"
                value={draft.colour}
                onChange={({ target }) => change({ colour: target.value })}
              />
            )}
          </Field>
          <LogoField logo={draft.logo} onLogo={(logo) => change({ logo })} />
        </div>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-medium text-ink-2 text-table">Sections and your comments</legend>
          {sections.map(([id, label]) => (
            <SectionRow key={id} id={id} label={label} settings={draft} onChange={change} />
          ))}
        </fieldset>
        {save.error ? <ErrorNotice error={save.error} /> : null}
      </form>
    </Dialog>
  );
}

type SectionRowProps = {
  readonly id: ReportSectionId;
  readonly label: string;
  readonly settings: ReportSettings;
  readonly onChange: (changes: Partial<ReportSettings>) => void;
};

/** Whether the report contains a section, and the author's comment on it. */
function SectionRow({ id, label, settings, onChange }: SectionRowProps) {
  const chosen = settings.sections.includes(id);
  const toggled = sections
    .map(([each]) => each)
    .filter((each) => (each === id ? !chosen : settings.sections.includes(each)));
  return (
    <div className="flex items-start gap-3">
      <label className="flex h-7 w-32 shrink-0 items-center gap-2">
        <input type="checkbox" checked={chosen} onChange={() => onChange({ sections: toggled })} />
        {label}
      </label>
      <textarea
        aria-label={`Comment on ${label}`}
        dir="auto"
        rows={1}
        maxLength={2000}
        disabled={!chosen}
        placeholder="No comment"
        className={`${inputLook} h-auto min-h-7 py-1`}
        value={settings.comments[id] ?? ''}
        onChange={({ target }) => onChange({ comments: { ...settings.comments, [id]: target.value } })}
      />
    </div>
  );
}

type LogoFieldProps = {
  readonly logo: string | null;
  readonly onLogo: (logo: string | null) => void;
};

function LogoField({ logo, onLogo }: LogoFieldProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File): Promise<void> => {
    setProblem(null);
    try {
      onLogo(await drawnLogo(file));
    } catch {
      setProblem('This file cannot be read as a picture.');
    }
  };
  return (
    <div className="flex flex-col gap-1">
      <span className="font-medium text-ink-2 text-table">Logo</span>
      <div className="flex h-7 items-center gap-2">
        {logo === null ? null : <img src={logo} alt="Your logo" className="max-h-7 max-w-32" />}
        <Button size="small" onClick={() => chooser.current?.click()}>
          {logo === null ? 'Choose…' : 'Change…'}
        </Button>
        {logo === null ? null : (
          <Button size="small" onClick={() => onLogo(null)}>
            Remove
          </Button>
        )}
      </div>
      {problem === null ? null : (
        <p role="alert" className="text-bad text-table">
          {problem}
        </p>
      )}
      <input
        ref={chooser}
        hidden
        type="file"
        accept="image/*"
        aria-label="Logo file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void take(file);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** Maximum size in a report, in pixels. */
const logoSize = { width: 540, height: 132 };

/** Converts an image to a PNG of the size for reports. Other data of the file is dropped. */
async function drawnLogo(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, logoSize.width / picture.width, logoSize.height / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}
