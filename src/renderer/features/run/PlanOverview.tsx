import { type ReactNode, useState } from 'react';
import type { Engine } from '#shared/interface/engines.ts';
import type { LeagueView, MatrixQueryInput, RollupMatrix } from '#shared/model/rollup.ts';
import type { RunSummary } from '#shared/model/run.ts';
import { enginesSheet, leagueSheet, matrixSheet, rollupText } from '#shared/tables/rollupTables.ts';
import { useAction, useBridge, useRoute } from '../../bridge/BridgeContext.tsx';
import { type BridgeFailure, failureOf } from '../../bridge/client.ts';
import { ExportMenu } from '../../exports/ExportMenu.tsx';
import type { AddressParams } from '../../reading/useReadingView.ts';
import { Choice } from '../../ui/Choice.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { formatCount, formatCredits, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { RelativeTime } from '../../ui/Times.tsx';
import { formatAddress } from '../../window/address.ts';
import { navigation } from '../../window/navigation.tsx';
import { EnginesTable, LeagueTable } from './LeagueTable.tsx';
import { figureChoices, matrixQuery, type PlanView, readPlanView, subjectChoices } from './planView.ts';
import { RollupMatrixTable } from './RollupMatrixTable.tsx';
import { Interrupted } from './RunHeader.tsx';
import { RunMenu, type RunMenuProps } from './RunMenu.tsx';

/** An address without question, engine and tab is of the whole run. */
export const isWholeRun = ({ question, engine, tab, at }: AddressParams): boolean =>
  [question, engine, tab, at].every((each) => each === undefined);

type PlanOverviewProps = RunMenuProps & {
  readonly params: AddressParams;
  readonly setParams: (changes: AddressParams) => void;
  /** Offers the brands that the answers name, while none is the analyst's own. */
  readonly brandChoice: ReactNode;
};

/** A plan's run over all questions: brand ranking, and figures by question, market and engine. */
export function PlanOverview({ run, params, setParams, brandChoice, onMove, onRemove }: PlanOverviewProps) {
  const view = readPlanView(params);
  const resume = useAction('runs.resume', ['runs.status']);
  // While answers arrive, figures are read again at every change of the counts, but only one read runs at a time.
  const version = `${run.counts.completed} ${run.counts.failed}`;
  const league = useRoute('rollups.league', { runId: run.id }, { version });
  const choices = useRoute('trends.choices', { domains: true }, { enabled: view.metric.of === 'domain' });
  const subjects = subjectChoices(view, league.data?.league.brands ?? [], choices.data?.domains ?? []);
  const subject =
    subjects?.choices.find(({ value }) => value === view.of)?.value ?? subjects?.choices[0]?.value;
  const query = matrixQuery(run, view, subject);
  const matrix = useRoute('rollups.matrix', query ?? { runId: run.id }, { version, enabled: query !== null });
  const failure = league.error ?? matrix.error;
  if (failure !== null) return <ErrorNotice error={failure} className="m-4" />;
  if (league.data === undefined) return <p className="p-4 text-ink-3">Counting the answers…</p>;
  return (
    <ScrollRegion label="Plan overview" className="min-h-0 flex-1 overflow-auto bg-surface">
      <div className="flex max-w-[150rem] flex-col gap-5 px-4 py-3">
        <PlanHeader run={run} league={league.data} matrix={matrix.data} onMove={onMove} onRemove={onRemove} />
        {run.state === 'interrupted' ? (
          <Interrupted run={run} onResume={() => resume.mutate({ runId: run.id })} />
        ) : null}
        {resume.error ? <ErrorNotice error={resume.error} /> : null}
        <Verdict league={league.data} />
        {league.data.league.brands.some(({ kind }) => kind === 'own') || league.data.pending
          ? null
          : brandChoice}
        {league.data.league.brands.length === 0 ? null : <Tables run={run} league={league.data} />}
        <div className="min-w-0">
          <h2 className="mb-1 font-semibold">By question, market and engine</h2>
          <MatrixChoices run={run} view={view} subjects={subjects} subject={subject} setParams={setParams} />
          {query === null ? null : (
            <MatrixPart
              run={run}
              view={view}
              query={query}
              matrix={matrix.isPlaceholderData ? undefined : matrix.data}
            />
          )}
        </div>
        <p className="text-ink-3 text-table">
          {[
            `${formatCount(league.data.answers)} answers to ${formatQuantity(league.data.planned, 'request')} in these figures`,
            ...run.drivers,
            'neighbours tested in the same answers (McNemar), corrected for their number',
            `metric rules ${league.data.ruleVersion}`,
            ...(league.data.rulesVersion === null ? [] : [`brand rules ${league.data.rulesVersion}`]),
          ].join(' · ')}
        </p>
      </div>
    </ScrollRegion>
  );
}

function PlanHeader({
  run,
  league,
  matrix,
  onMove,
  onRemove,
}: RunMenuProps & {
  readonly league: LeagueView;
  readonly matrix: RollupMatrix | undefined;
}) {
  const nameOf = useEngineNames();
  const { plan, counts } = run;
  const open = counts.planned + counts.running;
  const lists = [
    { label: 'Brands', sheet: () => leagueSheet(league) },
    ...(league.league.engines.length === 0
      ? []
      : [
          {
            label: 'Engines',
            sheet: () => enginesSheet(league, (engine) => nameOf(engine as Engine, run.connectionId)),
          },
        ]),
    ...(matrix === undefined ? [] : [{ label: 'Matrix', sheet: () => matrixSheet(matrix) }]),
  ];
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
      <div className="min-w-0 flex-1">
        <h1 dir="auto" className="truncate font-semibold text-title">
          {plan?.name ?? run.question}
        </h1>
        <p className="flex flex-wrap gap-x-3 text-ink-2 text-table tabular">
          <span>version {plan?.version}</span>
          <span>{formatQuantity(plan?.questions ?? 0, 'question')}</span>
          <span>{plan?.engines.map((engine) => nameOf(engine, run.connectionId)).join(', ')}</span>
          <span>{formatQuantity(run.markets, 'market')}</span>
          <span role="status" className="flex items-center gap-1.5">
            {run.state === 'running' ? (
              <ProgressRing share={1 - open / Math.max(1, counts.total)} label="Progress of this run" />
            ) : null}
            {formatCount(counts.completed)} of {formatCount(counts.total)} answered
          </span>
          {counts.failed > 0 ? <span className="text-bad">{formatCount(counts.failed)} failed</span> : null}
          <span>{formatCredits(run.creditsCharged)}</span>
          <RelativeTime atMs={run.createdAtMs} />
        </p>
      </div>
      <a
        href={formatAddress({ name: 'plans' }, { run: run.id })}
        className="inline-flex h-7 items-center rounded-md border border-line-strong bg-surface px-2.5 hover:bg-hover"
      >
        Progress and failures
      </a>
      {counts.completed === 0 ? null : (
        <a
          href={formatAddress({ name: 'gaps' }, { run: run.id })}
          className="inline-flex h-7 items-center rounded-md border border-line-strong bg-surface px-2.5 hover:bg-hover"
        >
          Gaps
        </a>
      )}
      {counts.completed === 0 ? null : (
        <ExportMenu
          name={run.plan?.name ?? run.question}
          selection={{ filter: { ids: [run.id] } }}
          report={{ runId: run.id, project: run.projectId, shown: null }}
          lists={lists}
        />
      )}
      <RunMenu run={run} onMove={onMove} onRemove={onRemove} />
    </div>
  );
}

function Verdict({ league }: { readonly league: LeagueView }) {
  const { statements, confidence } = rollupText(league);
  return (
    <div className="max-w-[60rem] text-pretty">
      <p dir="auto" className="font-semibold text-title">
        {statements.join(' ')}
      </p>
      {confidence === null ? null : <p className="mt-1 text-ink-2 text-read">{confidence}</p>}
    </div>
  );
}

function Tables({ run, league }: { readonly run: RunSummary; readonly league: LeagueView }) {
  const nameOf = useEngineNames();
  const { brands, engines } = league.league;
  const own = brands.find(({ kind }) => kind === 'own');
  return (
    <div className="grid gap-x-8 gap-y-5 2xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="min-w-0">
        <h2 className="mb-1 font-semibold">Brands</h2>
        <LeagueTable brands={brands} />
      </div>
      {engines.length === 0 ? null : (
        <div className="min-w-0">
          <h2 dir="auto" className="mb-1 font-semibold">
            {own?.name} by engine
          </h2>
          <EnginesTable engines={engines} nameOf={(engine) => nameOf(engine as Engine, run.connectionId)} />
        </div>
      )}
    </div>
  );
}

type ChoicesProps = {
  readonly run: RunSummary;
  readonly view: PlanView;
  readonly subjects: ReturnType<typeof subjectChoices>;
  readonly subject: string | undefined;
  readonly setParams: (changes: AddressParams) => void;
};

function MatrixChoices({ run, view, subjects, subject, setParams }: ChoicesProps) {
  const nameOf = useEngineNames();
  const engines = run.plan?.engines ?? [];
  return (
    <div className="mb-2 flex flex-wrap items-start gap-2">
      <Choice
        label="Metric"
        className="w-44"
        value={view.metric.id}
        choices={figureChoices}
        onChange={(figure) => setParams({ figure, of: '' })}
      />
      {subjects === null ? null : (
        <Choice
          label={subjects.label}
          className="w-44"
          value={subject ?? ''}
          choices={subjects.choices}
          onChange={(of) => setParams({ of })}
        />
      )}
      {view.metric.of === 'brand' ? (
        <Choice
          label="Rows"
          className="w-32"
          value={view.rows}
          choices={[
            { value: 'question', label: 'Questions' },
            { value: 'brand', label: 'Brands' },
          ]}
          onChange={(rows) => setParams({ rows })}
        />
      ) : null}
      <Choice
        label="Columns"
        className="w-32"
        value={view.columns}
        choices={[
          { value: 'market', label: 'Markets' },
          { value: 'engine', label: 'Engines' },
        ]}
        onChange={(cols) => setParams({ cols })}
      />
      {engines.length < 2 || view.columns === 'engine' ? null : (
        <Choice
          label="Engine"
          className="w-40"
          value={view.engine}
          choices={[
            { value: '', label: 'All' },
            ...engines.map((engine): { value: string; label: string } => ({
              value: engine,
              label: nameOf(engine, run.connectionId),
            })),
          ]}
          onChange={(asked) => setParams({ asked })}
        />
      )}
      <Choice
        label="Order"
        className="w-36"
        value={view.order}
        choices={[
          { value: 'plan', label: 'As listed' },
          { value: 'lowest', label: 'Lowest first' },
          { value: 'highest', label: 'Highest first' },
          ...(view.rows === 'question' ? [{ value: 'tag', label: 'By tag' } as const] : []),
        ]}
        onChange={(sort) => setParams({ sort })}
      />
    </div>
  );
}

type MatrixPartProps = {
  readonly run: RunSummary;
  readonly view: PlanView;
  readonly query: MatrixQueryInput;
  readonly matrix: RollupMatrix | undefined;
};

function MatrixPart({ run, view, query, matrix }: MatrixPartProps) {
  const bridge = useBridge();
  const [failure, setFailure] = useState<BridgeFailure | null>(null);
  const engines = run.plan?.engines ?? [];
  const open = (row: string, column: string): void => {
    const engine = view.columns === 'engine' ? column : engines.length === 1 ? engines[0] : query.engine;
    if (view.rows === 'question' && engine !== undefined) {
      const at = view.columns === 'market' ? column : '';
      const tab = view.metric.of === 'brand' ? 'brands' : 'sources';
      navigation.go({ name: 'run', runId: run.id }, { question: row, engine, tab, at });
      return;
    }
    bridge
      .call('rollups.answers', { ...query, row, column })
      .then(({ ids }) => navigation.go({ name: 'selection', answers: ids }))
      .catch((thrown: unknown) => setFailure(failureOf(thrown)));
  };
  return (
    <>
      {failure ? <ErrorNotice error={failure} className="mb-2" /> : null}
      {matrix === undefined || matrix.metric !== view.metric.id ? (
        <p className="text-ink-3">Counting the answers…</p>
      ) : (
        <RollupMatrixTable
          matrix={matrix}
          metric={view.metric}
          order={view.order}
          runId={run.id}
          connectionId={run.connectionId}
          onOpen={open}
        />
      )}
    </>
  );
}
