import { useState } from 'react';
import type { Engine } from '#shared/interface/engines.ts';
import type { ModelVerdicts } from '#shared/model/comparison/modelVerdicts.ts';
import { estimateLabel } from '#shared/tables/analysisLabels.ts';
import { modelStatementLabel, modelVerdictsLabel } from '#shared/tables/modelVerdictLabels.ts';
import { useAction, useRoute } from '../bridge/BridgeContext.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { formatQuantity } from '../ui/format.ts';
import { ErrorNotice } from '../ui/Notice.tsx';
import { AnalysisProgress, useAnalysisJob } from './AnalysisProgress.tsx';

/** Whose answers are compared. */
export type ComparedRun = {
  readonly runId: string;
  readonly question?: number;
  readonly engine?: Engine;
};

/** What the analysis model says of the sections that the rules leave open, apart from the verdicts by rules. */
export function ModelVerdictsBar({ run, to }: { readonly run: ComparedRun; readonly to: string }) {
  const [asking, setAsking] = useState(false);
  const [open, setOpen] = useState(false);
  const answers = { ...run, to };
  const known = useRoute('verdicts.get', answers).data?.verdicts ?? null;
  const model = useRoute('analysisModel.get', {}, { staleMs: 10_000 }).data;
  const ready = model?.choice != null && model.problem === null;
  const estimate = useRoute('verdicts.estimate', answers, { enabled: asking && ready });
  const ask = useAction('verdicts.ask', ['verdicts.', 'analysisModel.', 'credits.']);
  const job = useAnalysisJob('comparison', run.runId);
  // Without a model there is nothing to ask: Settings and the guide tell of it.
  if (model === undefined || (known === null && !ready)) return null;
  return (
    <section
      aria-label="Differences by the analysis model"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-surface px-4 py-1 text-table"
    >
      {known !== null ? (
        <>
          <span className="min-w-0 flex-1 truncate text-ink-2" role="status">
            {summary(known)}
          </span>
          <Button size="small" onClick={() => setOpen(true)}>
            What the model says…
          </Button>
        </>
      ) : job !== undefined ? (
        <AnalysisProgress job={job} />
      ) : (
        <Button size="small" look="quiet" busy={ask.isPending} onClick={() => setAsking(true)}>
          Ask the model about open sections…
        </Button>
      )}
      {ask.error && ask.error.code !== 'CANCELLED' ? <ErrorNotice error={ask.error} /> : null}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Ask the analysis model?"
        width="narrow"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button
              look="primary"
              disabled={estimate.data === undefined}
              onClick={() => {
                setAsking(false);
                ask.mutate(answers);
              }}
            >
              Ask
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-2 p-4">
          {estimate.error ? <ErrorNotice error={estimate.error} /> : null}
          <p role="status">
            {estimate.data === undefined
              ? 'Estimating…'
              : `${formatQuantity(estimate.data.rows, 'section')} left open by the rules. ${estimateLabel(estimate.data)}.`}
          </p>
          <p className="text-ink-2">
            The text of these sections is sent to this provider. Statements without verbatim words of both
            answers are discarded.
          </p>
        </div>
      </Dialog>
      {known === null ? null : <Statements open={open} verdicts={known} onClose={() => setOpen(false)} />}
    </section>
  );
}

function summary({ markets, ...verdicts }: ModelVerdicts): string {
  const said = markets.map(({ market, sentence }) => `${market}: ${sentence}`).join(' ');
  return said === '' ? modelVerdictsLabel({ markets, ...verdicts }) : said;
}

function Statements({
  open,
  verdicts,
  onClose,
}: {
  readonly open: boolean;
  readonly verdicts: ModelVerdicts;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Differences by the model"
      description={`${modelVerdictsLabel(verdicts)}.`}
    >
      <div className="flex flex-col gap-4 p-4 text-read">
        {verdicts.markets.length === 0 ? null : (
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
            {verdicts.markets.map(({ market, sentence }) => (
              <div key={market} className="contents">
                <dt className="font-semibold">{market}</dt>
                <dd>{sentence}</dd>
              </div>
            ))}
          </dl>
        )}
        <ul className="flex flex-col gap-2 text-table">
          {verdicts.statements.map((statement) => (
            <li key={`${statement.block} ${statement.here} ${statement.other}`}>
              <bdi>{modelStatementLabel(statement)}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
