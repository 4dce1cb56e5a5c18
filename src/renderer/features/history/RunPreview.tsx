import { damagedAnswer } from '#shared/model/appError.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { AnswerWords } from '../../reading/AnswerText.tsx';
import { ReadInFrame } from '../../reading/readIn/ReadInFrame.tsx';
import { Button } from '../../ui/Button.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Flag } from '../../ui/Flag.tsx';
import { formatAbsolute, formatCount, formatDuration } from '../../ui/format.ts';
import { locationLabel } from '../../ui/locationLabels.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { runEngines, runTitle } from '../../ui/runLabels.ts';
import { StateMark } from '../../ui/StateMark.tsx';

/** A preview of a run beside the list. */
export function RunPreview({ runId, onOpen }: { readonly runId: string; readonly onOpen: () => void }) {
  const detail = useRoute('runs.get', { runId });
  const nameOf = useEngineNames();
  const first = detail.data?.cells.find((cell) => cell.observationId !== null)?.observationId ?? null;
  const answer = useRoute('observations.getMany', { ids: first ? [first] : [] }, { enabled: first !== null });
  if (detail.error)
    return <ErrorNotice error={detail.error} className="m-3" onRetry={() => void detail.refetch()} />;
  if (!detail.data) return <p className="p-3 text-ink-3 text-table">Loading…</p>;
  const { run, cells } = detail.data;
  const observation = answer.data?.observations[0];
  return (
    <div className="flex flex-col gap-3 p-3">
      <h3 dir="auto" className="font-semibold text-read">
        {runTitle(run)}
      </h3>
      <Facts
        facts={[
          ['Engine', runEngines(run, nameOf)],
          ['Connection', run.connectionName],
          ['Completed requests', `${formatCount(run.counts.completed)} of ${formatCount(run.counts.total)}`],
          ['Credits', formatCount(run.creditsCharged)],
          ['Date', formatAbsolute(run.createdAtMs)],
          ['Duration', run.finishedAtMs === null ? null : formatDuration(run.finishedAtMs - run.createdAtMs)],
        ]}
      />
      <ul className="flex flex-wrap gap-x-3 gap-y-1 text-table tabular">
        {cells.slice(0, 60).map((cell) => {
          const { code, name } = locationLabel(cell.market);
          return (
            <li key={cell.id} title={name} className="flex items-center gap-1">
              <Flag country={cell.market.country} />
              {code}
              <StateMark state={cell.state} size={11} label />
            </li>
          );
        })}
        {cells.length > 60 ? <li className="text-ink-3">+ {cells.length - 60}</li> : null}
      </ul>
      <div>
        <Button look="primary" onClick={onOpen}>
          Open
        </Button>
      </div>
      {observation ? (
        <ReadInFrame shown={[observation.id]} all={[observation.id]}>
          <div className="max-h-96 overflow-hidden border-line border-t pt-3 [mask-image:linear-gradient(black_80%,transparent)]">
            {observation.damaged ? (
              <p className="text-bad">{damagedAnswer.message}</p>
            ) : (
              <AnswerWords observation={observation} />
            )}
          </div>
        </ReadInFrame>
      ) : null}
    </div>
  );
}
