import { Play } from 'lucide-react';
import { useState } from 'react';
import type { WantedMode } from '#shared/model/plan.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { onlyBuiltIn, useConnections } from '../../bridge/connectionList.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';

const modes: readonly { readonly value: WantedMode; readonly label: string }[] = [
  { value: 'auto', label: 'Automatic (by size)' },
  { value: 'live', label: 'Live: from this computer' },
  { value: 'queued', label: 'Queued: continues at the service' },
];

const priorities = Array.from({ length: 10 }, (_, at) => {
  const value = String(at + 1);
  const meaning = at === 0 ? ' (default)' : at === 9 ? ' (first)' : '';
  return { value, label: `${value}${meaning}` };
});

type RunPanelProps = {
  readonly ready: boolean;
  readonly cells: number;
  /** Cells that an engine would refuse. They have to be deselected first. */
  readonly refused: number;
  readonly connectionId: string | null;
  /** The version that running saves, because the stored plan was changed; null if it saves none. */
  readonly newVersion: number | null;
  /** Name or id of the plan, after storing changes; null if that failed. */
  readonly planToRun: () => Promise<string | null>;
  readonly onRun: (runId: string) => void;
};

/** Run options of the plan, its limits, and the run button. */
export function RunPanel(props: RunPanelProps) {
  const { ready, cells, refused, connectionId, newVersion, planToRun, onRun } = props;
  const [asking, setAsking] = useState(false);
  const [mode, setMode] = useState<WantedMode>('auto');
  const [priority, setPriority] = useState('1');
  const [ceiling, setCeiling] = useState('');
  const simple = onlyBuiltIn(useConnections());
  const run = useAction('plans.run', ['plans.']);
  const limit = ceiling.trim() === '' ? null : Number(ceiling);
  const wrong = limit !== null && !(Number.isInteger(limit) && limit >= 0);
  const blocked = !ready || wrong || cells === 0 || refused > 0 || run.isPending;
  const send = async (): Promise<void> => {
    if (blocked || connectionId === null) return;
    const plan = await planToRun();
    if (plan === null) return;
    const ceilingOfRun = limit === null ? {} : { ceiling: limit };
    // The error is shown below the button.
    const wanted = { plan, connectionId, mode, priority: Number(priority), ...ceilingOfRun };
    const begun = await run.mutateAsync(wanted).catch(() => null);
    if (begun) onRun(begun.runId);
  };
  return (
    <section
      aria-label="Run this plan"
      className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3"
    >
      <div className="flex flex-wrap items-start gap-3">
        <Choice label="Mode" className="w-64" value={mode} choices={modes} onChange={setMode} />
        {mode === 'live' || simple ? null : (
          <Choice
            label="Priority of queued tasks"
            className="w-44"
            value={priority}
            choices={priorities}
            onChange={setPriority}
          />
        )}
        <TextField
          label="Credit limit"
          className="w-56"
          problem={wrong ? 'Enter a whole number, or leave empty for no limit.' : undefined}
          inputMode="numeric"
          value={ceiling}
          placeholder="none"
          onChange={setCeiling}
        />
        <Button
          look="primary"
          className="ms-auto mt-5.5"
          aria-disabled={blocked ? true : undefined}
          onClick={() => {
            if (newVersion === null || blocked) void send();
            else setAsking(true);
          }}
        >
          <Play size={13} aria-hidden="true" /> Run {cells > 0 ? formatQuantity(cells, 'request') : ''}
        </Button>
      </div>
      {refused > 0 ? (
        <p className="text-ink-2 text-table">Exclude the rejected requests, then run the rest.</p>
      ) : null}
      {run.error ? <ErrorNotice error={run.error} /> : null}
      <ConfirmDialog
        open={asking}
        title={`Save as version ${newVersion ?? ''} and run?`}
        action="Save and run"
        look="primary"
        onClose={() => setAsking(false)}
        onConfirm={() => void send()}
      >
        You changed this plan. Running saves the changes as version {newVersion}; monitors then use it too.
        Earlier versions and their runs are kept.
      </ConfirmDialog>
    </section>
  );
}
