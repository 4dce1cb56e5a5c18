import { useCallback, useEffect, useMemo, useState } from 'react';
import { askedQuestions } from '#shared/planning/cells.ts';
import { planSchema } from '#shared/planning/plan.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { inputLook } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { CellGrid } from './CellGrid.tsx';
import { DraftFields } from './DraftFields.tsx';
import { type PlanDraft, planOf } from './planDraft.ts';
import { type GridOfPlan, gridOfPlan, keysPressed, lettersOf, rowOf } from './planGrid.ts';
import { QuoteView } from './QuoteView.tsx';
import { RunPanel } from './RunPanel.tsx';
import { SamplePlanner } from './SamplePlanner.tsx';

type PlanEditorProps = {
  readonly initial: PlanDraft;
  /** Version of the stored plan; 0 if it is not stored yet. */
  readonly version: number;
  readonly connectionId: string | null;
  readonly onSaved: (planId: string) => void;
  readonly onRun: (runId: string) => void;
  readonly onSaid: (message: string) => void;
};

/** A plan: its questions, engines, markets and cells, its cost estimate, and running it. */
export function PlanEditor({ initial, version, connectionId, onSaved, onRun, onSaid }: PlanEditorProps) {
  const nameOf = useEngineNames();
  const [draft, setDraft] = useState(initial);
  const plan = useMemo(() => planOf(draft), [draft]);
  const settled = useSettled(plan, 350);
  const quote = useRoute(
    'plans.price',
    { plan: settled ?? nothing, connectionId: connectionId ?? '' },
    { enabled: settled !== null && connectionId !== null },
  );
  /** The estimate is not for the current plan yet. */
  const pricing = plan !== settled || quote.isPlaceholderData;
  const save = useAction('plans.save', ['plans.']);
  const cells = useMemo((): GridOfPlan | null => {
    const parsed = planSchema.safeParse(settled);
    if (!parsed.success) return null;
    const asked = askedQuestions(parsed.data);
    return asked.ok ? gridOfPlan(parsed.data, asked.questions) : null;
  }, [settled]);
  const { excluded } = draft;
  const rows = useMemo(() => {
    if (cells === null) return [];
    return lettersOf(cells, excluded).map((letters, index) => {
      const { question = '', engine } = rowOf(cells, index);
      return {
        key: `${engine} ${question}`,
        label: question,
        engine: engine ? nameOf(engine, connectionId ?? undefined) : '',
        letters,
      };
    });
  }, [cells, excluded, nameOf, connectionId]);
  const switchOff = useCallback(
    (keys: readonly string[]) =>
      setDraft((now) => ({ ...now, excluded: new Set([...now.excluded, ...keys]) })),
    [],
  );
  const stored = useMemo(() => JSON.stringify(planOf(initial)), [initial]);
  const changed = useMemo(() => version === 0 || JSON.stringify(plan) !== stored, [plan, stored, version]);
  const savable = plan !== null && draft.name.trim() !== '' && changed;
  /** Null if it could not be stored; the reason is shown above. */
  const store = async (): Promise<string | null> => {
    if (plan === null) return null;
    const saved = await save.mutateAsync({ name: draft.name, plan }).catch(() => null);
    if (saved === null) return null;
    onSaid(`“${saved.name}” saved as version ${saved.version}`);
    return saved.id;
  };
  const press = (row: number | null, column: number | null): void => {
    if (!cells) return;
    const keys = keysPressed(cells, row, column);
    const next = new Set(excluded);
    const off = keys.every((key) => next.has(key));
    for (const key of keys) {
      if (off) next.delete(key);
      else next.add(key);
    }
    setDraft({ ...draft, excluded: next });
  };

  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4">
      <div className="flex flex-wrap items-end gap-2">
        <label className="flex min-w-64 flex-1 flex-col gap-1">
          <span className="font-medium text-ink-2 text-table">Plan name</span>
          <input
            className={inputLook}
            dir="auto"
            value={draft.name}
            disabled={version > 0}
            maxLength={80}
            placeholder="Folding bike locks, weekly"
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          />
        </label>
        <Button
          disabled={!savable}
          busy={save.isPending}
          onClick={() => void store().then((id) => id !== null && onSaved(id))}
        >
          {version === 0 ? 'Save plan' : changed ? `Save as version ${version + 1}` : 'Saved'}
        </Button>
      </div>
      {save.error ? <ErrorNotice error={save.error} /> : null}
      <DraftFields
        draft={draft}
        onChange={setDraft}
        planner={
          <SamplePlanner
            plan={settled}
            connectionId={connectionId}
            onRepeats={(samples) => setDraft({ ...draft, samples })}
          />
        }
      />
      {cells && cells.rows > 0 ? (
        <section aria-label="Requests" className="flex flex-col gap-1.5">
          <p className="text-ink-2 text-table">
            Every request of this plan. Click a request, a market or a question to exclude or include it.
          </p>
          <CellGrid label="Requests of this plan" rows={rows} columns={cells.axes.markets} onPress={press} />
        </section>
      ) : null}
      {quote.error && settled !== null ? <ErrorNotice error={quote.error} /> : null}
      {quote.data && settled !== null && !quote.error ? (
        <QuoteView quote={quote.data} old={pricing} onSwitchOff={switchOff} />
      ) : null}
      <RunPanel
        ready={plan !== null && !pricing && draft.name.trim() !== '' && connectionId !== null}
        cells={quote.data?.cells ?? 0}
        refused={quote.data?.refusedGroups ?? 0}
        connectionId={connectionId}
        planToRun={async () => (changed ? await store() : draft.name)}
        onRun={onRun}
      />
    </div>
  );
}

const nothing = { questions: [], engines: [], markets: [] };

/** The value after it has not changed for a while, so that an estimate is not requested at every key. */
function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
