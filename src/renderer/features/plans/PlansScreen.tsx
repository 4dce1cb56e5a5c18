import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { plansSheet } from '#shared/tables/planTables.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { useReadLanguage } from '../../reading/readIn/readInStore.ts';
import { TranslateAction } from '../../reading/readIn/TranslateAction.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatCount, formatQuantity } from '../../ui/format.ts';
import { NavigationList, ScreenLink } from '../../ui/NavigationList.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PlanEditor } from './PlanEditor.tsx';
import { draftFrom, draftOf, type PlanDraft } from './planDraft.ts';
import { RunProgress } from './RunProgress.tsx';

type PlansScreenProps = {
  /** `plan` is the id of the selected plan, `run` that of a run of a plan; the others fill a new plan. */
  readonly params: Readonly<Record<string, string>>;
  readonly connectionId: string | null;
  readonly onPlan: (planId: string) => void;
  readonly onRun: (runId: string) => void;
  readonly onSaid: (message: string) => void;
};

/** Plans: writing, estimating, running and watching them. */
export function PlansScreen({ params, connectionId, onPlan, onRun, onSaid }: PlansScreenProps) {
  const { run, plan } = params;
  const list = useRoute('plans.list', {});
  const remove = useAction('plans.remove', ['plans.']);
  const [removing, setRemoving] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const plans = list.data?.plans ?? [];
  return (
    <div className="flex min-h-0 flex-1">
      <NavigationList
        title="Plans"
        label="Plans on this computer"
        onNew={() => onPlan('')}
        sheet={plans.length === 0 ? undefined : () => plansSheet(plans)}
      >
        {list.error ? <ErrorNotice error={list.error} /> : null}
        <ul className="flex flex-col gap-0.5">
          {plans.map((each) => (
            <li key={each.id} className="flex items-center gap-1">
              <ScreenLink
                href={`#/plans?plan=${encodeURIComponent(each.id)}`}
                current={plan === each.id}
                name={each.name}
                facts={[
                  `version ${each.version} · ${formatQuantity(each.cells, 'request')} · ${formatQuantity(each.runs, 'run')}`,
                ]}
              />
              <IconButton
                Icon={Trash2}
                px={12}
                label={`Delete plan ${each.name}`}
                onClick={() => setRemoving(each)}
              />
            </li>
          ))}
        </ul>
        {plans.length === 0 && !list.isLoading ? (
          <p className="text-ink-2 text-table">
            A plan is a saved set of questions, engines and markets that you can run at any time.
          </p>
        ) : null}
      </NavigationList>
      <div className="@container min-w-0 flex-1 overflow-y-auto p-4">
        {run ? (
          <RunProgress key={run} runId={run} />
        ) : plan ? (
          <StoredPlan
            key={plan}
            planId={plan}
            hasRuns={plans.some(({ id, runs }) => id === plan && runs > 0)}
            connectionId={connectionId}
            onRun={onRun}
            onSaid={onSaid}
          />
        ) : (
          <PlanEditor
            key={`new ${params.questions ?? ''}`}
            initial={draftFrom(params)}
            connectionId={connectionId}
            onSaved={(id) => onPlan(id)}
            onRun={onRun}
            onSaid={onSaid}
          />
        )}
      </div>
      <ConfirmDialog
        open={removing !== null}
        title="Delete this plan?"
        action="Delete"
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) remove.mutate({ plan: removing.id }, { onSuccess: () => onPlan('') });
        }}
      >
        “{removing?.name}” is deleted. Its{' '}
        {formatCount(plans.find(({ id }) => id === removing?.id)?.runs ?? 0)} runs and their answers stay in
        the history.
      </ConfirmDialog>
    </div>
  );
}

function StoredPlan({
  planId,
  hasRuns,
  connectionId,
  onRun,
  onSaid,
}: Pick<PlansScreenProps, 'connectionId' | 'onRun' | 'onSaid'> & {
  readonly planId: string;
  readonly hasRuns: boolean;
}) {
  const stored = useRoute('plans.get', { plan: planId });
  const { to } = useReadLanguage();
  if (stored.error) return <ErrorNotice error={stored.error} />;
  if (!stored.data) return <p className="text-ink-3">Loading…</p>;
  const { name, plan, version } = stored.data;
  const draft: PlanDraft = draftOf(name, plan);
  return (
    <>
      {hasRuns ? (
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <TranslateAction choice={{ plan: planId }} to={to} label="Translate its answers…" />
        </div>
      ) : null}
      <PlanEditor
        key={`${planId} ${version} ${name}`}
        initial={draft}
        stored={{ id: planId, version }}
        connectionId={connectionId}
        onSaved={() => void stored.refetch()}
        onRun={onRun}
        onSaid={onSaid}
      />
    </>
  );
}
