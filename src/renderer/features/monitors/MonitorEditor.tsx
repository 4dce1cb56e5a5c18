import { useState } from 'react';
import type { ConnectionView } from '#shared/model/connection.ts';
import type { PlanRow } from '#shared/model/plan.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';
import { ceilingOf, type MonitorDraft, scheduleOf, translationOf } from './scheduleDraft.ts';
import { TranslationFields } from './TranslationFields.tsx';

type MonitorEditorProps = {
  /** Null for a new monitor. */
  readonly monitorId: string | null;
  readonly initial: MonitorDraft;
  /** Its newest run; null if there is none. */
  readonly lastRunId: string | null;
  readonly plans: readonly PlanRow[];
  readonly connections: readonly ConnectionView[];
  readonly onSaved: (monitorId: string) => void;
  readonly onClose: () => void;
};

const missedRules = [
  { value: 'once', label: 'Catch up once' },
  { value: 'all', label: 'Run each' },
  { value: 'skip', label: 'Skip' },
] as const;
const overlapRules = [
  { value: 'skip', label: 'Skip' },
  { value: 'wait', label: 'Wait' },
  { value: 'parallel', label: 'Run in parallel' },
] as const;
const modes = [
  { value: 'live', label: 'Live: from this computer' },
  { value: 'queued', label: 'Queued: continues at the service' },
] as const;

/** Form for a monitor: plan, schedule, and handling of conflicts. */
export function MonitorEditor(props: MonitorEditorProps) {
  const { monitorId, initial, lastRunId, plans, connections, onSaved, onClose } = props;
  const [draft, setDraft] = useState(initial);
  const add = useAction('monitors.add', ['monitors.']);
  const edit = useAction('monitors.edit', ['monitors.']);
  const change = (changes: Partial<MonitorDraft>): void => setDraft((known) => ({ ...known, ...changes }));
  const ceiling = ceilingOf(draft);
  const translation = translationOf(draft);
  const ready = draft.name.trim() !== '' && draft.planId !== '' && ceiling !== undefined;
  const error = add.error ?? edit.error;
  const save = (): void => {
    if (!ready || translation === undefined) return;
    const { name, planId: plan, connectionId, mode } = draft;
    const parts = { name: name.trim(), plan, connectionId, mode, translation, schedule: scheduleOf(draft) };
    const done = { onSuccess: ({ id }: { readonly id: string }) => onSaved(id) };
    if (monitorId === null) add.mutate({ ...parts, ...(ceiling === null ? {} : { ceiling }) }, done);
    else edit.mutate({ monitor: monitorId, ...parts, ceiling }, done);
  };
  return (
    <form
      aria-label={monitorId === null ? 'New monitor' : `Edit ${initial.name}`}
      className="flex max-w-5xl flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <h2 className="font-semibold text-read">{monitorId === null ? 'New monitor' : 'Edit monitor'}</h2>
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="Monitor name"
          className="w-56"
          dir="auto"
          maxLength={80}
          placeholder="Weekly"
          value={draft.name}
          onChange={(value) => change({ name: value })}
        />
        <Choice
          className="w-56"
          label="Plan"
          value={draft.planId}
          choices={plans.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(planId) => change({ planId })}
        />
        <Choice
          className="w-56"
          label="Connection"
          value={draft.connectionId}
          choices={connections.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(connectionId) => change({ connectionId })}
        />
        <Choice
          className="w-56"
          label="Mode"
          value={draft.mode}
          choices={modes}
          onChange={(mode) => change({ mode })}
        />
      </div>
      <ScheduleFields draft={draft} onChange={change} />
      <div className="flex flex-wrap items-start gap-3">
        <Choice
          className="w-56"
          label="Missed runs"
          value={draft.missed}
          choices={missedRules}
          onChange={(missed) => change({ missed })}
        />
        <Choice
          className="w-56"
          label="If the previous run is still going"
          value={draft.overlap}
          choices={overlapRules}
          onChange={(overlap) => change({ overlap })}
        />
        <TextField
          label="Random delay (min)"
          className="w-48"
          type="number"
          min={0}
          max={1440}
          value={draft.jitterMinutes}
          onChange={(value) => change({ jitterMinutes: value })}
        />
        <TextField
          label="Credit limit per run"
          className="w-48"
          problem={ceiling === undefined ? 'Enter a whole number, or leave empty for no limit.' : undefined}
          inputMode="numeric"
          placeholder="none"
          value={draft.ceiling}
          onChange={(value) => change({ ceiling: value })}
        />
      </div>
      <TranslationFields draft={draft} lastRunId={lastRunId} onChange={change} />
      {error ? <ErrorNotice error={error} /> : null}
      <div className="flex gap-2">
        <Button
          look="primary"
          type="submit"
          aria-disabled={ready && translation !== undefined ? undefined : true}
        >
          {monitorId === null ? 'Create monitor' : 'Save'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
