import type { ReactNode } from 'react';
import { detectedSentence, type PlanStep, planSteps, stepGaps } from '#shared/documents/planSteps.ts';
import { emptyResults, rollupNotes, rollupText } from '#shared/documents/rollupSentences.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { DetectedBrands } from '#shared/model/brand.ts';
import type { LeagueView, RollupMatrix, RollupScopeInput } from '#shared/model/rollup.ts';
import type { RunSummary } from '#shared/model/run.ts';
import { narrowedSheet } from '#shared/tables/filterLabels.ts';
import { enginesSheet, leagueSheet, matrixSheet } from '#shared/tables/rollupTables.ts';
import { BrandProgress, useBrandProgress } from '../../bridge/BrandProgress.tsx';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { RunFilterBar } from '../../bridge/FilterBar.tsx';
import { ExportMenu } from '../../exports/ExportMenu.tsx';
import type { AddressParams } from '../../reading/useReadingView.ts';
import { useEngineNames } from '../../ui/engineNames.ts';
import { formatCount, formatCredits, formatQuantity } from '../../ui/format.ts';
import { NextSteps } from '../../ui/NextSteps.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { RelativeTime } from '../../ui/Times.tsx';
import { formatAddress } from '../../window/address.ts';
import { keptFilter } from '../../window/answerFilter.ts';
import { figureAddress } from '../../window/figureAddress.ts';
import { useAddress } from '../../window/navigation.tsx';
import { EnginesTable, LeagueTable } from './LeagueTable.tsx';
import { MatrixChoices, MatrixPart } from './PlanMatrix.tsx';
import { matrixQuery, planScope, readPlanView, subjectChoices } from './planView.ts';
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

/** A plan's run over all questions: verdict, next steps, figures by question and market, brands and engines. */
export function PlanOverview({ run, params, setParams, brandChoice, onMove, onRemove }: PlanOverviewProps) {
  const view = readPlanView(params);
  const nameOf = useEngineNames();
  const resume = useAction('runs.resume', ['runs.status']);
  // While answers arrive, figures are read again at every change of the counts, but only one read runs at a time.
  const { completed, failed, unknown, cancelled } = run.counts;
  const version = [completed, failed, unknown, cancelled].join(' ');
  const scope = planScope(run, params);
  const league = useRoute('rollups.league', scope, { version });
  const left = useBrandProgress();
  const ended = run.state !== 'running' && run.counts.completed > 0;
  const detected = useRoute('brands.detected', { runId: run.id }, { enabled: ended }).data ?? null;
  const choices = useRoute('trends.choices', { domains: true }, { enabled: view.metric.of === 'domain' });
  const subjects = subjectChoices(view, league.data?.league.brands ?? [], choices.data?.domains ?? []);
  const subject =
    subjects?.choices.find(({ value }) => value === view.of)?.value ?? subjects?.choices[0]?.value;
  const query = matrixQuery(scope, view, subject);
  const matrix = useRoute('rollups.matrix', query ?? scope, { version, enabled: query !== null });
  const failure = league.error ?? matrix.error;
  if (failure !== null) return <ErrorNotice error={failure} className="m-4" />;
  if (league.data === undefined) return <p className="p-4 text-ink-3">Counting the answers…</p>;
  const { brands } = league.data.league;
  const hasOwn = brands.some(({ kind }) => kind === 'own');
  return (
    <ScrollRegion label="Plan overview" className="min-h-0 flex-1 overflow-auto bg-surface">
      <div className="flex max-w-[150rem] flex-col gap-5 px-4 py-3">
        <PlanHeader
          run={run}
          scope={scope}
          league={league.data}
          matrix={matrix.data}
          onMove={onMove}
          onRemove={onRemove}
        />
        {run.state === 'interrupted' ? (
          <Interrupted run={run} onResume={() => resume.mutate({ runId: run.id })} />
        ) : null}
        {resume.error ? <ErrorNotice error={resume.error} /> : null}
        <BrandProgress left={left} />
        {/* Until then it would say of a brand that was just set that it is not. */}
        <Verdict
          run={run}
          league={{ ...league.data, pending: league.data.pending || left !== null }}
          detected={detected}
        />
        {hasOwn || league.data.pending || left !== null ? null : brandChoice}
        <PlanSteps run={run} scope={scope} league={league.data} detected={detected} />
        <div className="min-w-0">
          <h2 className="mb-1 font-semibold">By question, market and engine</h2>
          <div className="mb-2 flex flex-wrap items-end gap-2">
            <MatrixChoices view={view} subjects={subjects} subject={subject} setParams={setParams} />
            <RunFilterBar params={params} setParams={setParams} choices={runChoices(league.data.choices)} />
          </div>
          {query === null ? null : (
            <MatrixPart
              run={run}
              view={view}
              query={query}
              kept={keptFilter(params)}
              matrix={matrix.isPlaceholderData ? undefined : matrix.data}
            />
          )}
        </div>
        {brands.length === 0 ? null : <Tables run={run} league={league.data} kept={keptFilter(params)} />}
        <p className="text-ink-3 text-table">
          {[
            ...rollupNotes(league.data, (engine) => nameOf(engine, run.connectionId)).map((note) =>
              note.replace(/\.$/, ''),
            ),
            ...run.drivers,
            'neighbours tested in the same answers (McNemar), corrected for their number',
            `metric rules ${league.data.ruleVersion}`,
            ...(league.data.rulesVersion === null ? [] : [`brand list version ${league.data.rulesVersion}`]),
          ].join(' · ')}
        </p>
      </div>
    </ScrollRegion>
  );
}

const runChoices = ({ markets, engines, tags }: LeagueView['choices']) => {
  const choice = (value: string) => ({ value, label: value });
  return { markets: markets.map(choice), engines: engines.map(choice), tags };
};

type StepsProps = {
  readonly run: RunSummary;
  readonly scope: RollupScopeInput;
  readonly league: LeagueView;
  /** Null until they are known. */
  readonly detected: DetectedBrands | null;
};

/** What to do next, each with its reason and a link to where it is done. */
function PlanSteps({ run, scope: { runId, ...filter }, league, detected }: StepsProps) {
  const enabled = league.open === 0 && league.league.brands.some(({ kind }) => kind === 'own');
  const gaps = stepGaps({ ...filter, run: runId });
  const mentions = useRoute('gaps.list', gaps.mentions, { enabled }).data ?? null;
  const citations = useRoute('gaps.list', gaps.citations, { enabled }).data ?? null;
  const { params } = useAddress();
  const steps = planSteps({ view: league, drivers: run.drivers, mentions, citations, detected });
  const kept = keptFilter(params);
  const hrefOf: Readonly<Record<PlanStep['kind'], string>> = {
    'set-brand': formatAddress({ name: 'brands' }),
    retry: formatAddress({ name: 'plans' }, { run: runId }),
    mentions: formatAddress({ name: 'gaps' }, { ...kept, run: runId, kind: 'mention' }),
    citations: formatAddress({ name: 'gaps' }, { ...kept, run: runId, kind: 'citation' }),
    'add-domains': formatAddress({ name: 'brands' }),
    'add-competitors': formatAddress({ name: 'brands' }),
    'connect-provider': formatAddress({ name: 'settings', section: 'engines' }),
  };
  return <NextSteps steps={steps.map((step) => ({ ...step, href: hrefOf[step.kind] }))} />;
}

function PlanHeader({
  run,
  scope,
  league,
  matrix,
  onMove,
  onRemove,
}: RunMenuProps & {
  readonly scope: RollupScopeInput;
  readonly league: LeagueView;
  readonly matrix: RollupMatrix | undefined;
}) {
  const nameOf = useEngineNames();
  const { plan, counts } = run;
  const lists = [
    { label: 'Brands', sheet: () => narrowedSheet(leagueSheet(league), scope) },
    ...(league.league.engines.length === 0
      ? []
      : [
          {
            label: 'Engines',
            sheet: () =>
              narrowedSheet(
                enginesSheet(league, (engine) => nameOf(engine as Engine, run.connectionId)),
                scope,
              ),
          },
        ]),
    ...(matrix === undefined
      ? []
      : [{ label: 'Matrix', sheet: () => narrowedSheet(matrixSheet(matrix), scope) }]),
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
              <ProgressRing
                share={1 - league.open / Math.max(1, league.planned)}
                label="Progress of this run"
              />
            ) : null}
            {formatQuantity(league.answers, 'answer')} to {formatQuantity(league.planned, 'request')}
          </span>
          {league.textless > 0 ? <span>{formatQuantity(league.textless, 'search list')}</span> : null}
          {emptyResults(league) > 0 ? (
            <span>{formatQuantity(emptyResults(league), 'empty result')}</span>
          ) : null}
          {league.failed > 0 ? <span className="text-bad">{formatCount(league.failed)} failed</span> : null}
          {league.unknown > 0 ? (
            <span className="text-warn">{formatCount(league.unknown)} with unknown outcome</span>
          ) : null}
          {league.cancelled > 0 ? <span>{formatCount(league.cancelled)} cancelled</span> : null}
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

function Verdict({ run, league, detected }: Pick<StepsProps, 'run' | 'league' | 'detected'>) {
  const nameOf = useEngineNames();
  const { statements, confidence } = rollupText(league, (engine) => nameOf(engine, run.connectionId));
  const leader = detected === null || league.pending ? [] : detectedSentence(league, detected);
  return (
    <div className="max-w-[60rem] text-pretty">
      <p dir="auto" className="font-semibold text-title">
        {[...statements, ...leader].join(' ')}
      </p>
      {confidence === null ? null : <p className="mt-1 text-ink-2 text-read">{confidence}</p>}
    </div>
  );
}

type TablesProps = {
  readonly run: RunSummary;
  readonly league: LeagueView;
  /** The filter for links to other screens. */
  readonly kept: AddressParams;
};

function Tables({ run, league, kept }: TablesProps) {
  const nameOf = useEngineNames();
  const { brands, engines } = league.league;
  const own = brands.find(({ kind }) => kind === 'own');
  return (
    <div className="grid gap-x-8 gap-y-5 2xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="min-w-0">
        <h2 className="mb-1 font-semibold">Brands</h2>
        <LeagueTable
          brands={brands}
          hrefOf={({ id, visibility }) =>
            figureAddress(kept, { run: run.id, metric: 'visibility', rows: 'brand', line: id }, visibility)
          }
        />
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
