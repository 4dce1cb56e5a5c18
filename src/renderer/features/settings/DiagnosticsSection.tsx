import { useState } from 'react';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { saveFile } from '../../ui/saveFile.ts';

const results = { ok: 'OK', fixed: 'Fixed', note: 'Note', problem: 'Problem' } as const;

/** What is wrong on this computer, and a report of it that a person reads before sending it. */
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
        <Button aria-disabled={check.isPending} onClick={() => check.mutate({})}>
          Check this computer
        </Button>
        <Button
          aria-disabled={report.isPending}
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
        <table className="w-full text-table">
          <caption className="sr-only">Checks of this computer</caption>
          <thead>
            <tr className="text-start text-ink-2">
              <th className="py-1 pe-4 text-start font-normal">Check</th>
              <th className="py-1 pe-4 text-start font-normal">Result</th>
              <th className="py-1 text-start font-normal">Details</th>
            </tr>
          </thead>
          <tbody>
            {check.data.checks.map(({ check: name, result, details }) => (
              <tr key={name} className="border-line border-t align-top">
                <th className="whitespace-nowrap py-1 pe-4 text-start font-normal first-letter:uppercase">
                  {name}
                </th>
                <td className={`whitespace-nowrap py-1 pe-4 ${result === 'problem' ? 'text-bad' : ''}`}>
                  {results[result]}
                </td>
                <td className="break-words py-1 text-ink-2">{details.join('. ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
              onClick={() => saveFile('parallax-problem-report.txt', 'text/plain', text ?? '')}
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
