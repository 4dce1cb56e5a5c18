import { type ReactNode, useEffect, useState } from 'react';
import { textDirection } from '#shared/geo/languages.ts';
import { type ClaimTone, claimTones } from '#shared/model/comparison/claimLists.ts';
import type { ClaimsTab } from '#shared/model/comparison/comparison.ts';
import { estimateLabel } from '#shared/tables/analysisLabels.ts';
import { claimReliability, labelTasks, toneLabel, wantedLabels } from '#shared/tables/claimLabels.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { AnalysisProgress, useAnalysisJob } from '../../reading/AnalysisProgress.tsx';
import type { ContentProps } from '../../reading/analysisTab.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { formatAddress } from '../../window/address.ts';

type RateProps = {
  readonly run: NonNullable<ContentProps<'claims'>['run']>;
  readonly project: string | undefined;
};

/** Has the answers rated that are not yet, after the price was shown and confirmed. */
export function RateButton({ run }: RateProps) {
  const [asking, setAsking] = useState(false);
  const model = useRoute('analysisModel.get', {}, { staleMs: 10_000 });
  const ready = model.data?.choice != null && model.data.problem === null;
  const estimate = useRoute('claims.estimate', run, { enabled: ready });
  const rate = useAction('claims.rate', ['comparisons.', 'claims.', 'analysisModel.', 'credits.']);
  const job = useAnalysisJob('claims', run.runId);
  if (model.data === undefined) return null;
  if (!ready)
    return (
      <a
        className="text-accent text-table underline"
        href={formatAddress({ name: 'settings', section: 'analysis-model' })}
      >
        Choose an analysis model
      </a>
    );
  const open = estimate.data?.answers ?? 0;
  if (job !== undefined) return <AnalysisProgress job={job} />;
  const error = rate.error?.code === 'CANCELLED' ? null : rate.error;
  if (open === 0 && !rate.isPending && error === null) return null;
  return (
    <>
      <Button look="primary" size="small" busy={rate.isPending} onClick={() => setAsking(true)}>
        Rate {formatQuantity(open, 'answer')}…
      </Button>
      {error ? <ErrorNotice error={error} /> : null}
      <Dialog
        open={asking && estimate.data !== undefined}
        onClose={() => setAsking(false)}
        title={`Rate ${formatQuantity(open, 'answer')}?`}
        width="narrow"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button
              look="primary"
              onClick={() => {
                setAsking(false);
                rate.mutate(run);
              }}
            >
              Rate
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-2 p-4">
          <p>{estimate.data === undefined ? '' : `${estimateLabel(estimate.data)}.`}</p>
          <p className="text-ink-2">The text of the answers is sent to this provider.</p>
        </div>
      </Dialog>
    </>
  );
}

/** Invented, so that the tab shows what it would give. */
const example = [
  ['Price', '+ Positive', '“Norvia is one of the most affordable locks in the test.”'],
  ['Service', '− Negative', '“Der Kundendienst von Norvia antwortet oft erst nach Wochen.”'],
] as const;

export function NotRated({
  run,
  project,
  children,
}: ContentProps<'claims'> & { readonly children: ReactNode }) {
  return (
    <EmptyState
      title="What do the answers say about each brand?"
      action={
        run === undefined ? undefined : (
          <span className="flex flex-wrap items-center justify-center gap-2">
            <RateButton run={run} project={project} />
            {children}
          </span>
        )
      }
    >
      <p>
        A model that you choose reads the answers and lists their statements about brands by aspect and tone,
        each with its quote. You see the price first, and can check how far the model agrees with you.
      </p>
      <h3 className="mt-4 font-medium text-table">Example</h3>
      <ul className="mt-1 flex flex-col gap-1 text-start text-table">
        {example.map(([aspect, tone, quote]) => (
          <li key={aspect}>
            {aspect} · {tone} · {quote}
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

type ReliabilityProps = { readonly claims: ClaimsTab; readonly project: string | undefined };

/** Agreement with the user's own labels, by language; each can be labelled. */
export function Reliability({ claims, project }: ReliabilityProps) {
  const [open, setOpen] = useState(false);
  const [language, setLanguage] = useState<string | null>(null);
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setOpen(true)}>
        How reliable is this?
      </Button>
      <Dialog
        open={open && language === null}
        onClose={() => setOpen(false)}
        title="Agreement with your labels"
        description={`Rated by ${claims.rater ?? 'no model'}. ${claims.discarded} statements without a verbatim quote were discarded.`}
      >
        <ul className="flex flex-col gap-2 p-3">
          {claims.languages.map((each) => {
            const [name, measured] = claimReliability(each);
            return (
              <li key={each.code} className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 flex-1">
                  {name}: <span className="text-ink-2">{measured}</span>
                </span>
                <Button
                  size="small"
                  disabled={labelTasks(claims, each.code).length === 0}
                  onClick={() => setLanguage(each.code)}
                >
                  Label quotes
                </Button>
              </li>
            );
          })}
        </ul>
      </Dialog>
      {language === null ? null : (
        <LabelDialog
          key={language}
          claims={claims}
          language={language}
          project={project}
          onClose={() => setLanguage(null)}
        />
      )}
    </>
  );
}

/** Labels quotes without showing the model's tone: one key each. */
function LabelDialog({
  claims,
  language,
  project,
  onClose,
}: ReliabilityProps & { readonly language: string; readonly onClose: () => void }) {
  // Drawn once: a stored label must not change the order of the others.
  const [tasks] = useState(() => labelTasks(claims, language));
  const [at, setAt] = useState(0);
  const action = useAction('claims.label', ['comparisons.']);
  const task = tasks[at];
  const label = (tone: ClaimTone): void => {
    if (task === undefined) return;
    const { brand, quote, ...asked } = task;
    action.mutate({
      ...asked,
      rater: claims.rater ?? '',
      label: tone,
      ...(project === undefined ? {} : { project }),
    });
    setAt(at + 1);
  };
  // Wherever the focus is: the dialog puts it on its first control.
  useEffect(() => {
    const press = ({ key }: KeyboardEvent): void => {
      const tone = claimTones[Number(key) - 1];
      if (tone !== undefined) label(tone);
      else if (key === '0') setAt(at + 1);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Label quotes"
      description={`Press 1 to 4, or 0 to skip. ${wantedLabels} labels can show the agreement, fewer than 30 cannot. The model’s tone is hidden, and the quotes are drawn evenly over its tones.`}
    >
      <div className="flex flex-col gap-3 p-4">
        {task === undefined ? (
          <p role="status">No more quotes in this language. Close to see the agreement.</p>
        ) : (
          <>
            <p className="text-ink-2 text-table" role="status">
              {at + 1} of {tasks.length}: what does this say about{' '}
              <bdi className="font-semibold">{task.brand}</bdi>?
            </p>
            <blockquote
              lang={language}
              dir={textDirection(language)}
              className="min-h-24 text-read text-pretty"
            >
              {task.quote}
            </blockquote>
            <div className="flex flex-wrap gap-2">
              {claimTones.map((tone, index) => (
                <Button key={tone} onClick={() => label(tone)}>
                  {index + 1} {toneLabel[tone]}
                </Button>
              ))}
              <Button look="quiet" onClick={() => setAt(at + 1)}>
                0 Skip
              </Button>
            </div>
          </>
        )}
        {action.error ? <ErrorNotice error={action.error} /> : null}
      </div>
    </Dialog>
  );
}
