import { useState } from 'react';
import { checksTable } from '#shared/tables/projectTables.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';

const results = { ok: 'OK', fixed: 'Fixed', note: 'Note', problem: 'Problem' } as const;

/** System checks, and a problem report that the user reads before sending it. */
export function DiagnosticsSection() {
  const check = useAction('diagnostics.check');
  const report = useAction('diagnostics.report');
  const [text, setText] = useState<string | null>(null);
  return (
    <section aria-labelledby="diagnostics-title" className="mt-6 flex flex-col gap-3">
      <h2 id="diagnostics-title" className="font-semibold text-title">
        Diagnostics
      </h2>
      <div className="flex gap-2">
        <Button busy={check.isPending} onClick={() => check.mutate({})}>
          Check this computer
        </Button>
        <Button
          busy={report.isPending}
          onClick={() => report.mutate({}, { onSuccess: (made) => setText(made.text) })}
        >
          Report a problem…
        </Button>
      </div>
      <p role="status" className="text-ink-2">
        {check.isPending || report.isPending ? 'Checking…' : ''}
      </p>
      {check.error ? <ErrorNotice error={check.error} /> : null}
      {report.error ? <ErrorNotice error={report.error} /> : null}
      {check.data ? (
        <Table
          label={checksTable.title}
          rows={check.data.checks}
          rowKey={(row) => row.check}
          empty="No checks."
          columns={columnsOf(checksTable, {
            check: { rowHeader: true, className: 'whitespace-nowrap first-letter:uppercase' },
            result: {
              className: 'whitespace-nowrap',
              cell: ({ result }) => (
                <span className={result === 'problem' ? 'text-bad' : undefined}>{results[result]}</span>
              ),
            },
            details: { className: 'break-words text-ink-2', cell: ({ details }) => details.join('. ') },
          })}
        />
      ) : null}
      <Dialog
        open={text !== null}
        onClose={() => setText(null)}
        title="Report a problem"
        description="Read this before you send it. It holds no keys, questions or answers, and Parallax sends nothing by itself."
        width="wide"
        reading
        footer={
          <>
            <CopyButton text={text ?? ''} label="Copy report" />
            <Button
              look="primary"
              onClick={() => void saveFile('parallax-problem-report.txt', 'text/plain', text ?? '')}
            >
              Save as file
            </Button>
          </>
        }
      >
        <pre className="whitespace-pre-wrap break-words px-4 py-3 font-mono text-table">{text}</pre>
      </Dialog>
    </section>
  );
}
