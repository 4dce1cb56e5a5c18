import { useState } from 'react';
import type { KeptReport, ReportSchedule } from '#shared/model/scheduledReport.ts';
import { reportsTable } from '#shared/tables/planTables.ts';
import { useAction, useBridge, useRoute } from '../../bridge/BridgeContext.tsx';
import { fetchFile } from '../../bridge/carryFiles.ts';
import { type BridgeFailure, failureOf } from '../../bridge/client.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { saveBlob } from '../../ui/saveFile.ts';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';
import { Check } from './Check.tsx';

const formats = [
  { value: 'pdf', label: 'PDF' },
  { value: 'pptx', label: 'PowerPoint' },
  { value: 'html', label: 'HTML' },
] as const;
const usual: ReportSchedule = { format: 'pdf', folder: null, emails: [], slack: false, teams: false };

/** Reports after the runs of a monitor: content, delivery, and existing reports. */
export function ScheduledReports({ monitorId }: { readonly monitorId: string }) {
  const { data, error } = useRoute('reports.schedule', { monitor: monitorId });
  return (
    <section aria-labelledby="monitor-report" className="flex flex-col gap-2">
      <h3 id="monitor-report" className="font-semibold">
        Scheduled report
      </h3>
      {error ? <ErrorNotice error={error} /> : null}
      {data ? (
        <ScheduleForm key={JSON.stringify(data.schedule)} monitorId={monitorId} known={data.schedule} />
      ) : null}
      <KeptReports monitorId={monitorId} />
    </section>
  );
}

type ScheduleFormProps = { readonly monitorId: string; readonly known: ReportSchedule | null };

function ScheduleForm({ monitorId, known }: ScheduleFormProps) {
  const [on, setOn] = useState(known !== null);
  const [draft, setDraft] = useState(known ?? usual);
  const [emails, setEmails] = useState(draft.emails.join(', '));
  const save = useAction('reports.setSchedule', ['reports.']);
  const change = (changes: Partial<ReportSchedule>): void => setDraft((old) => ({ ...old, ...changes }));
  const submit = (): void => {
    const list = emails.split(/[\s,;]+/).filter((address) => address !== '');
    save.mutate({ monitor: monitorId, schedule: on ? { ...draft, emails: list } : null });
  };
  return (
    <form
      aria-label="Scheduled report"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Check label="Write a report after every run" checked={on} onChange={setOn} />
      {on ? (
        <div className="flex flex-wrap items-start gap-3">
          <Choice
            className="w-36"
            label="Format"
            value={draft.format}
            choices={formats}
            onChange={(format) => change({ format })}
          />
          <TextField
            label="Email to"
            className="w-72"
            placeholder="anna@example.org, ben@example.org"
            value={emails}
            onChange={setEmails}
          />
          <TextField
            label="Copy to folder"
            className="w-72"
            placeholder="none"
            value={draft.folder ?? ''}
            onChange={(value) => change({ folder: value === '' ? null : value })}
          />
          <div className="flex gap-3 pt-5.5">
            <Check label="Slack" checked={draft.slack} onChange={(slack) => change({ slack })} />
            <Check label="Teams" checked={draft.teams} onChange={(teams) => change({ teams })} />
          </div>
        </div>
      ) : null}
      {save.error ? <ErrorNotice error={save.error} /> : null}
      <div className="flex items-center gap-3">
        <Button type="submit" disabled={!on && known === null} busy={save.isPending}>
          Save report
        </Button>
        <a className="text-accent text-table underline" href="#/monitors">
          Mail server, Slack and Teams
        </a>
      </div>
    </form>
  );
}

function KeptReports({ monitorId }: { readonly monitorId: string }) {
  const bridge = useBridge();
  const [failure, setFailure] = useState<BridgeFailure | null>(null);
  const list = useRoute('reports.list', { monitor: monitorId });
  const reports = list.data?.reports ?? [];
  if (reports.length === 0) return list.error ? <ErrorNotice error={list.error} /> : null;
  const save = async ({ id }: KeptReport): Promise<void> => {
    setFailure(null);
    const { fileId, name } = await bridge.call('reports.open', { id });
    await saveBlob(name, await fetchFile(bridge, fileId, 'application/octet-stream'));
  };
  return (
    <>
      {failure ? <ErrorNotice error={failure} /> : null}
      <Table
        label="Reports, newest first"
        rows={reports}
        rowKey={({ id }) => id}
        empty="No reports yet."
        columns={columnsOf(reportsTable, {
          scheduled_at: { className: undefined },
          file: (report) =>
            report.name === null ? (
              ''
            ) : (
              <Button
                look="quiet"
                size="small"
                onClick={() => void save(report).catch((thrown: unknown) => setFailure(failureOf(thrown)))}
              >
                {report.name}
              </Button>
            ),
        })}
      />
    </>
  );
}
