import { useSyncExternalStore } from 'react';
import { counted } from '#shared/tables/figureLabels.ts';
import { useAction, useBridge, useRoute } from '../bridge/BridgeContext.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

type ProblemBannerProps = {
  /** Whether the connection in use is the embedded service. */
  readonly usesEmbedded: boolean;
  readonly onService: () => void;
};

/** A problem that affects the whole program, shown on every page with its fix. */
export function ProblemBanner({ usesEmbedded, onService }: ProblemBannerProps) {
  const { current, subscribe } = useBridge().reach;
  const reach = useSyncExternalStore(subscribe, current);
  const info = useRoute('app.info', {});
  const retry = useAction('app.retryHistory', ['app.', 'runs.', 'observations.']);
  const movedTo = info.data?.movedTo ?? null;
  // A moved folder has no history any more, which is no problem of it.
  const historyProblem = movedTo === null ? (info.data?.historyProblem ?? null) : null;
  const serviceProblem =
    usesEmbedded && movedTo === null && !info.data?.readOnlyFile
      ? (info.data?.embeddedServiceProblem ?? null)
      : null;
  const readOnlyFile = info.data?.readOnlyFile ?? null;
  const unstored = info.data?.unstored ?? null;
  const problems = [historyProblem, serviceProblem, readOnlyFile, unstored];
  if (reach === 'connected' && problems.every((problem) => problem === null)) return null;
  return (
    <div className="flex shrink-0 flex-col gap-1 border-line border-b p-2">
      {reach === 'connected' ? null : (
        <Notice tone="bad">
          <p className="font-medium">
            {reach === 'lost' ? 'Parallax does not respond. Trying again…' : 'This page is not connected'}
          </p>
          <p>
            {reach === 'lost'
              ? 'Stored data is unchanged. If you closed Parallax, start it again and open the new link.'
              : 'Parallax was started again, or this link was used before. Open the newest link that it printed.'}
          </p>
        </Notice>
      )}
      {readOnlyFile === null ? null : (
        <Notice tone="info">
          <span className="wrap-anywhere">{readOnlyFile}</span> is open read-only: you cannot send questions
          or change data.
        </Notice>
      )}
      {unstored === null ? null : (
        <Notice tone="bad">
          <p className="font-medium">
            {unstored.answers === 0
              ? 'The history cannot be written'
              : `${counted(unstored.answers, 'answer')} not stored yet`}
          </p>
          <p>{unstored.reason}</p>
          <p className="text-ink-2 text-table">
            Answers stay in memory, nothing more is sent, and Parallax tries again until they are stored. If
            you quit before, they are kept in a file and stored at the next start.
          </p>
        </Notice>
      )}
      {historyProblem ? (
        <Notice
          tone="bad"
          actions={
            <Button size="small" busy={retry.isPending} onClick={() => retry.mutate({})}>
              Reopen history
            </Button>
          }
        >
          <p>{historyProblem.message}</p>
          {retry.error ? <p className="text-ink-2 text-table">{retry.error.message}</p> : null}
        </Notice>
      ) : null}
      {serviceProblem ? (
        <Notice
          tone="warn"
          actions={
            <Button size="small" onClick={onService}>
              Service
            </Button>
          }
        >
          {serviceProblem}
        </Notice>
      ) : null}
    </div>
  );
}
