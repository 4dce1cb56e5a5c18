import { Search } from 'lucide-react';
import { useState } from 'react';
import type { ServiceJob } from '#shared/interface/operator/operations.ts';
import { jobDurationMs, jobsTable } from '#shared/tables/serviceTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { inputLook } from '../../ui/Field.tsx';
import { formatDuration } from '../../ui/format.ts';
import { JsonText } from '../../ui/JsonText.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';

/** Recent requests to the service, by request id. */
export function JobsPanel() {
  const overview = useRoute('service.overview', { limit: 100 });
  const nameOf = useEngineNames();
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const wanted = text.trim();
  const jobs = (overview.data?.jobs ?? []).filter(
    (job) => wanted === '' || job.requestId.includes(wanted) || job.id.includes(wanted),
  );
  const columns = columnsOf(jobsTable, {
    engine: ({ engine }) => nameOf(engine),
    kind: { className: 'whitespace-nowrap text-ink-2' },
    state: { value: ({ state }) => state, cell: (job) => <JobState job={job} /> },
    duration: durationLabel,
    request: ({ requestId }) => (
      <span className="flex items-center gap-1">
        <button
          type="button"
          onClick={() => setOpened(requestId)}
          className="max-w-64 truncate rounded-sm font-mono text-mini hover:text-accent hover:underline"
        >
          {requestId}
        </button>
        <CopyButton text={requestId} label="Copy request ID" iconOnly />
      </span>
    ),
  });
  return (
    <div className="flex flex-col gap-3">
      <form
        className="flex max-w-md items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== '') setOpened(wanted);
        }}
      >
        <input
          aria-label="Request ID"
          placeholder="Find any job by request ID"
          className={inputLook}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={wanted === ''}>
          <Search size={13} aria-hidden="true" /> Find
        </Button>
      </form>
      <Table
        label="Recent jobs"
        sheet={() => sheetOf(jobsTable, jobs)}
        columns={columns}
        rows={jobs}
        rowKey={(job) => job.id}
        empty={
          wanted === ''
            ? 'No jobs yet. Ask a question, or call the address above with a key.'
            : 'No recent job matches. Find also searches older jobs.'
        }
      />
      <Dialog
        open={opened !== null}
        onClose={() => setOpened(null)}
        title={`Request ${opened ?? ''}`}
        width="wide"
      >
        {opened === null ? null : <FoundJobs requestId={opened} />}
      </Dialog>
    </div>
  );
}

function durationLabel(job: ServiceJob): string {
  const ms = jobDurationMs(job);
  return ms === null ? '–' : formatDuration(ms);
}

function JobState({ job }: { readonly job: ServiceJob }) {
  const state = job.state.toLowerCase();
  const tone =
    job.errorCode !== null || /fail|error|cancel/.test(state)
      ? 'bad'
      : /complet|done|success/.test(state)
        ? 'good'
        : 'neutral';
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      <Badge tone={tone}>{state}</Badge>
      {job.status === null || job.status === 200 ? null : <span className="text-ink-2">{job.status}</span>}
      {job.errorCode ? (
        <span className="max-w-64 truncate text-bad" title={job.errorMessage ?? undefined}>
          {job.errorCode}
        </span>
      ) : null}
    </span>
  );
}

function FoundJobs({ requestId }: { readonly requestId: string }) {
  const found = useRoute('service.jobs.find', { requestId });
  if (found.error) return <ErrorNotice error={found.error} className="m-4" />;
  if (found.data === undefined) return <p className="p-4 text-ink-3">Searching…</p>;
  if (found.data.length === 0) return <p className="p-4">No job with this request ID.</p>;
  return (
    <div className="flex flex-col gap-4 p-4">
      {found.data.map(({ job, result }) => (
        <section key={job.id} className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center gap-3 text-table">
            <span className="font-mono">{job.id}</span>
            <JobState job={job} />
            <span className="text-ink-2">{durationLabel(job)}</span>
          </div>
          {job.errorMessage ? <p className="text-bad">{job.errorMessage}</p> : null}
          {result === null ? (
            <p className="text-ink-3 text-table">The result is no longer stored.</p>
          ) : (
            <JsonText value={parsed(result)} label="Copy result" />
          )}
        </section>
      ))}
    </div>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
