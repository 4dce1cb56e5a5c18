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
  /** The plan that is edited; a new one without it. */
  readonly stored?: { readonly id: string; readonly version: number };
  readonly connectionId: string | null;
  readonly onSaved: (planId: string) => void;
  readonly onRun: (runId: string) => void;
  readonly onSaid: (message: string) => void;
};

/** A plan: its questions, engines, markets and cells, its cost estimate, and running it. */
export function PlanEditor({ initial, stored, connectionId, onSaved, onRun, onSaid }: PlanEditorProps) {
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
  const rename = useAction('plans.rename', ['plans.', 'runs.']);
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
  const before = useMemo(() => JSON.stringify(planOf(initial)), [initial]);
  const changed = useMemo(
    () => stored === undefined || JSON.stringify(plan) !== before,
    [plan, before, stored],
  );
  const renamed = stored !== undefined && draft.name.trim() !== initial.name;
  const savable = draft.name.trim() !== '' && plan !== null && (changed || renamed);
  const nextVersion = (stored?.version ?? 0) + 1;
  /** Null if it could not be stored; the reason is shown above. */
  const store = async (): Promise<string | null> => {
    if (plan === null) return null;
    // First, because changed content is saved under the name.
    if (renamed) {
      const { id } = stored;
      const found = await rename.mutateAsync({ plan: id, name: draft.name }).catch(() => null);
      if (found === null) return null;
      if (!changed) {
        onSaid(`“${initial.name}” renamed to “${found.name}”`);
        return id;
      }
    }
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
            maxLength={80}
            placeholder="Folding bike locks, weekly"
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          />
        </label>
        <Button
          disabled={!savable}
          busy={save.isPending || rename.isPending}
          onClick={() => void store().then((id) => id !== null && onSaved(id))}
        >
          {stored === undefined
            ? 'Save plan'
            : changed
              ? `Save as version ${nextVersion}`
              : renamed
                ? 'Rename'
                : 'Saved'}
        </Button>
      </div>
      {rename.error ? <ErrorNotice error={rename.error} /> : null}
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
        newVersion={stored !== undefined && changed ? nextVersion : null}
        planToRun={async () => (changed || renamed ? await store() : draft.name)}
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
