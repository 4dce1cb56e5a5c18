import { useState } from 'react';
import type { RecomputationStatus, RecomputationView } from '#shared/model/recomputation.ts';
import { shiftsTable } from '#shared/tables/projectTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';

const number = (value: number): string => value.toLocaleString('en');

/** The rules of the stored answers, the progress of newer ones, and the effect of the last change. */
export function RecomputationPanel() {
  const status = useRoute('recomputation.status', {});
  const cancel = useAction('recomputation.cancel', ['recomputation.']);
  const resume = useAction('recomputation.resume', ['recomputation.']);
  const [comparing, setComparing] = useState(false);
  const failure = status.error ?? cancel.error ?? resume.error;
  if (failure) return <ErrorNotice error={failure} onRetry={() => void status.refetch()} />;
  if (status.data === undefined || status.data.newestRules === 0) return null;
  const { current, previous, next } = status.data;
  return (
    <section aria-labelledby="recomputation-title" className="flex flex-col gap-2">
      <h2 id="recomputation-title" className="font-semibold text-read">
        Stored results
      </h2>
      <p role="status" className="text-ink-2 text-table tabular">
        {statusText(status.data)}
      </p>
      {next === null ? null : (
        <div className="flex flex-wrap items-center gap-2 text-table tabular">
          {next.state === 'running' ? (
            <ProgressRing share={shareOf(next)} label={`Recompute with version ${next.rulesVersion}`} />
          ) : null}
          <span>
            Version {next.rulesVersion}: {number(next.answers)} of {number(next.of)} results
            {next.state === 'running' ? '' : ', stopped'}
          </span>
          {next.state === 'running' ? (
            <Button size="small" onClick={() => cancel.mutate({})}>
              Stop
            </Button>
          ) : (
            <Button size="small" onClick={() => resume.mutate({})}>
              Resume
            </Button>
          )}
        </div>
      )}
      {current !== null && previous !== null ? (
        <div className="flex flex-col items-start gap-2">
          <Button size="small" aria-expanded={comparing} onClick={() => setComparing(!comparing)}>
            What changed from version {previous.rulesVersion} to {current.rulesVersion}
          </Button>
          {comparing ? <BrandShifts version={`${previous.rulesVersion} ${current.rulesVersion}`} /> : null}
        </div>
      ) : null}
    </section>
  );
}

function statusText({ newestRules, current, next }: RecomputationStatus): string {
  if (current === null) return 'Matching brands in stored results for the first time.';
  const by = `All ${number(current.answers)} stored results use brand list version ${current.rulesVersion}`;
  return next === null && current.rulesVersion === newestRules
    ? `${by}.`
    : `${by}. Figures switch to the newer version when its recomputation is complete.`;
}

function shareOf({ answers, of }: RecomputationView): number {
  return of === 0 ? 1 : answers / of;
}

/** Maximum rows shown. The command line prints all of them. */
const most = 200;

/**
 * The effect of a rule change on the same answers, by brand and market.
 * @param version changes if other versions are compared
 */
function BrandShifts({ version }: { readonly version: string }) {
  const change = useRoute('recomputation.change', {}, { version });
  if (change.error) return <ErrorNotice error={change.error} onRetry={() => void change.refetch()} />;
  if (change.data === undefined) return <p className="text-ink-3">Comparing both versions…</p>;
  if (change.data === null) return <p className="text-ink-2">Two complete versions are no longer stored.</p>;
  const { before, after, shifts } = change.data;
  const table = shiftsTable(change.data);
  return (
    <div className="flex w-full flex-col gap-1">
      <Table
        label={`Answers naming a brand, version ${before} and version ${after}`}
        columns={columnsOf(table, { name: ({ name }) => <bdi className="font-medium">{name}</bdi> })}
        rows={shifts.slice(0, most)}
        rowKey={(shift) => `${shift.brand} ${shift.market}`}
        sheet={() => sheetOf(table, shifts)}
        empty="No differences in any market."
      />
      {shifts.length > most ? (
        <p className="text-ink-2 text-table">
          The {most} largest of {shifts.length.toLocaleString('en')} differences; the export of this table and
          “parallax recompute --changes” contain all of them.
        </p>
      ) : null}
    </div>
  );
}
