import type { AlertRuleView, AlertView } from '../model/alert.ts';
import type { MonitorTime, MonitorView, RunTranslation } from '../model/monitor.ts';
import type { PlanQuote, PlanRow } from '../model/plan.ts';
import type { FailureGroup, RunCounts, RunSummary } from '../model/run.ts';
import type { KeptReport } from '../model/scheduledReport.ts';
import type { QuestionCandidate } from '../planning/keywordFile.ts';
import type { PlannedQuestion } from '../planning/plan.ts';
import type { Sheet } from './sheet.ts';
import { column, sheetOf, tableOf, utcMinute } from './table.ts';

/** Every plan in its newest version. */
export const plansTable = tableOf<PlanRow>()({
  id: 'plans',
  title: 'Plans',
  columns: {
    plan: ({ id }) => id,
    name: column.text('Plan', ({ name }) => name),
    version: column.number('Version', ({ version }) => version),
    changed_at: column.time('Changed', ({ changedAtMs }) => changedAtMs),
    questions: column.number('Questions', ({ questions }) => questions),
    engines: column.text('Engines', ({ engines }) => engines.join(' ')),
    markets: column.number('Markets', ({ markets }) => markets),
    samples: column.number('Repeats', ({ samples }) => samples),
    cells: column.number('Requests', ({ cells }) => cells),
    runs: column.number('Runs', ({ runs }) => runs),
  },
  terminal: ['name', 'version', 'questions', 'engines', 'markets', 'samples', 'cells', 'runs'],
});

export const plansSheet = (plans: readonly PlanRow[]): Sheet => sheetOf(plansTable, plans);

/** The questions of a plan with their wordings, as `plan create --questions` and the plan editor read them. */
export function planQuestionsSheet(questions: readonly PlannedQuestion[]): Sheet {
  const keys = [...new Set(questions.flatMap(({ wordings }) => Object.keys(wordings ?? {})))];
  const wordings = keys.map((key): [string, (question: PlannedQuestion) => string] => [
    `wording ${key}`,
    (question) => question.wordings?.[key] ?? '',
  ]);
  const table = tableOf<PlannedQuestion>()<string>({
    id: 'questions',
    title: 'Questions',
    columns: {
      question: ({ text }) => text,
      tags: ({ tags }) => tags.join('; '),
      ...Object.fromEntries(wordings),
    },
  });
  return sheetOf(table, questions);
}

export type PriceLine = { readonly name: string; readonly cells: number; readonly maximumCredits: number };

const priceColumns = {
  cells: column.number<PriceLine>('Requests', ({ cells }) => cells),
  credits_at_most: column.number<PriceLine>('Max. credits', ({ maximumCredits }) => maximumCredits),
};

const priceTable = tableOf<PriceLine & { readonly group: string }>()({
  id: 'price',
  title: 'Maximum price',
  columns: {
    by: ({ group }) => group,
    name: column.text('Name', ({ name }) => name),
    ...priceColumns,
  },
});

/** The same by engine or by market. */
export const pricePartTable = (label: string) =>
  tableOf<PriceLine>()({
    id: 'price',
    title: `By ${label.toLowerCase()}`,
    columns: { name: column.text(label, ({ name }) => name), ...priceColumns },
  });

/** Maximum cost of a plan's run, by engine, market and question. */
export function quoteSheet({ byEngine, byMarket, byQuestion }: PlanQuote): Sheet {
  const named = (group: string, lines: Readonly<Record<string, { cells: number; maximumCredits: number }>>) =>
    Object.entries(lines).map(([name, line]) => ({ group, name, ...line }));
  return sheetOf(priceTable, [
    ...named('engine', byEngine),
    ...named('market', byMarket),
    ...byQuestion.map(({ question, ...line }) => ({ group: 'question', name: question, ...line })),
  ]);
}

type GridLine = { readonly label: string; readonly engine: string; readonly letters: string };

/** Cells of a plan or run with their outcomes; samples of one market are grouped. */
export function cellsSheet(
  lines: readonly GridLine[],
  markets: readonly string[],
  wordOf: (letter: string) => string,
): Sheet {
  const cells = lines.flatMap(({ label, engine, letters }) =>
    markets.map((market, at) => ({ label, engine, market, letter: letters[at] ?? '.' })),
  );
  const table = tableOf<(typeof cells)[number]>()({
    id: 'cells',
    title: 'Requests',
    columns: {
      question: ({ label }) => label,
      engine: ({ engine }) => engine,
      market: ({ market }) => market,
      state: ({ letter }) => wordOf(letter),
    },
  });
  return sheetOf(table, cells);
}

type ProgressLine = RunCounts & { readonly name: string };

/** Progress of a run, by engine or market. */
export const progressTable = (by: 'engine' | 'market') =>
  tableOf<ProgressLine>()<string>({
    id: `progress-by-${by}`,
    title: `Progress by ${by}`,
    columns: {
      [by]: column.text(by === 'engine' ? 'Engine' : 'Market', ({ name }) => name),
      answered: column.number('Completed', ({ completed }) => completed),
      failed: column.number('Failed', ({ failed }) => failed),
      unknown: column.number('Unknown', ({ unknown }) => unknown),
      cancelled: ({ cancelled }) => cancelled,
      under_way: ({ running }) => running,
      to_come: ({ planned }) => planned,
      pending: column.number('Pending', ({ planned, running, cancelled }) => planned + running + cancelled, {
        inFiles: false,
      }),
    },
    window: [by, 'answered', 'failed', 'unknown', 'pending'],
  });

/** What failed in a run, by cause. */
export const failuresTable = tableOf<FailureGroup>()({
  id: 'failures',
  title: 'Failures by cause',
  columns: {
    state: column.text('State', ({ state }) => state),
    cause: column.text('Cause', ({ code }) => code),
    message: column.text('Message', ({ message }) => message),
    cells: column.number('Requests', ({ cells }) => cells),
    credits_at_most: column.number('Max. credits to retry', ({ maximumCredits }) => maximumCredits),
    engines: ({ engines }) => engines.join(' '),
    markets: ({ markets }) => markets,
  },
  terminal: ['state', 'cause', 'cells', 'credits_at_most', 'message'],
});

export const failuresSheet = (failures: readonly FailureGroup[]): Sheet => sheetOf(failuresTable, failures);

export const monitorsTable = tableOf<MonitorView>()({
  id: 'monitors',
  title: 'Monitors',
  columns: {
    monitor: ({ id }) => id,
    name: column.text('Monitor', ({ name }) => name),
    plan: column.text('Plan', ({ planName }) => planName),
    when: column.text('When', ({ words }) => words),
    cron: ({ schedule }) => schedule.cron,
    time_zone: column.text('Time zone', ({ schedule }) => schedule.timeZone),
    paused_at: column.time('Paused', ({ pausedAtMs }) => pausedAtMs),
    next_at: column.time('Next', ({ nextTimesMs }) => nextTimesMs[0] ?? null, {
      text: ({ pausedAtMs, nextTimesMs }) =>
        pausedAtMs === null ? utcMinute(nextTimesMs[0] ?? 0) : 'paused',
    }),
    translates: ({ translation }) => translation !== null,
    translation_cost_limit: ({ translation }) => translation?.costLimit ?? null,
    last_run: column.text('Last run', ({ lastRunId }) => lastRunId, {
      text: ({ lastRunId, lastRunState }) => (lastRunId === null ? '' : `${lastRunId} ${lastRunState ?? ''}`),
    }),
    last_run_state: ({ lastRunState }) => lastRunState,
  },
  terminal: ['name', 'plan', 'when', 'time_zone', 'next_at', 'last_run'],
});

export const monitorsSheet = (monitors: readonly MonitorView[]): Sheet => sheetOf(monitorsTable, monitors);

/** Scheduled times of a monitor, each with its run or why there is none. */
export const timesTable = tableOf<MonitorTime>()({
  id: 'times',
  title: 'Run history',
  columns: {
    scheduled_at: column.time('Scheduled', ({ scheduledAtMs }) => scheduledAtMs),
    outcome: column.text('Result', ({ outcome }) => outcome, {
      text: ({ outcome, note, run }) =>
        outcome === 'run'
          ? (run?.state ?? 'deleted')
          : `${outcome.replace('-', ' ')}${note === null ? '' : `: ${note}`}`,
    }),
    note: ({ note }) => note,
    run: column.text('Run', ({ run }) => run?.id ?? null),
    state: ({ run }) => run?.state ?? null,
    started_at: column.time('Started', ({ run }) => run?.startedAtMs ?? null),
    finished_at: column.time('Finished', ({ run }) => run?.finishedAtMs ?? null),
    cells: ({ run }) => run?.cells ?? null,
    answered: column.number('Completed', ({ run }) => run?.completed ?? null, {
      text: ({ run }) => (run === null ? '' : `${run.completed} of ${run.cells}`),
    }),
    failed: ({ run }) => run?.failed ?? null,
    credits: column.number('Credits', ({ run }) => run?.creditsCharged ?? null),
    translated: column.text('Translated', ({ translation }) => translation?.state ?? null, {
      text: ({ translation }) => (translation === null ? '' : translationLabel(translation)),
    }),
    translation_cost: ({ translation }) => translation?.cost ?? null,
    translation_currency: ({ translation }) => translation?.currency ?? null,
    alerts: column.number('Alerts', ({ run }) => run?.alerts ?? null, {
      text: ({ run }) => (run === null || run.alerts === 0 ? '' : String(run.alerts)),
    }),
  },
  window: ['scheduled_at', 'outcome', 'translated', 'alerts', 'credits', 'run'],
  terminal: ['scheduled_at', 'outcome', 'run', 'answered', 'translated', 'credits', 'alerts'],
});

export const timesSheet = (times: readonly MonitorTime[]): Sheet => sheetOf(timesTable, times);

/** How far the answers of a run are translated, what it cost, and why they are not all. */
export function translationLabel({ state, done, total, cost, currency, reason }: RunTranslation): string {
  if (state === 'waiting') return 'waiting';
  const paid = cost === null || cost === 0 ? '' : `, ${cost.toFixed(2)} ${currency ?? ''}`.trimEnd();
  return `${done} of ${total}${paid}${reason === null ? '' : `: ${reason}`}`;
}

/** Reports of a monitor, newest first, and what became of sending them. */
export const reportsTable = tableOf<KeptReport>()({
  id: 'reports',
  title: 'Reports',
  columns: {
    report: column.text('Report', ({ id }) => id),
    scheduled_at: column.time('Scheduled', ({ scheduledAtMs }) => scheduledAtMs),
    state: column.text('State', ({ state }) => state, {
      text: ({ state, problem }) => `${reportState[state]}${problem === null ? '' : `: ${problem}`}`,
    }),
    file: column.text('File', ({ name }) => name),
    sent: column.text('Sent to', ({ deliveries }) => deliveries.map(deliveryText).join('; ')),
  },
  window: ['scheduled_at', 'state', 'sent', 'file'],
});

const reportState = {
  waiting: 'waiting',
  writing: 'in progress',
  written: 'written',
  failed: 'failed',
} as const;
const sentState = { waiting: 'waiting', sending: 'sending', delivered: 'sent', failed: 'failed' } as const;

const deliveryText = ({ channel, state, problem }: KeptReport['deliveries'][number]): string =>
  `${channel}: ${sentState[state]}${problem === null ? '' : ` (${problem})`}`;

export const alertsTable = tableOf<AlertView>()({
  id: 'alerts',
  title: 'Alerts',
  columns: {
    alert: ({ id }) => id,
    raised_at: column.time('Date', ({ raisedAtMs }) => raisedAtMs),
    kind: ({ kind }) => kind,
    text: column.text('Alert', ({ text }) => text),
    engine: ({ engine }) => engine,
    verdict: ({ verdict }) => verdict,
    read_at: column.time('Read', ({ readAtMs }) => readAtMs),
    address: ({ address }) => address,
  },
});

export const alertsSheet = (alerts: readonly AlertView[]): Sheet => sheetOf(alertsTable, alerts);

export const alertRulesTable = tableOf<AlertRuleView>()({
  id: 'alert-rules',
  title: 'Alert rules',
  columns: {
    rule: column.text('ID', ({ id }) => id),
    monitor: column.text('Monitor', ({ monitor }) => monitor),
    words: column.text('Rule', ({ words }) => words),
  },
});

export const alertRulesSheet = (rules: readonly AlertRuleView[]): Sheet => sheetOf(alertRulesTable, rules);

/** Suggested questions, in the format that a plan reads. */
export const questionsTable = tableOf<QuestionCandidate>()({
  id: 'questions',
  title: 'Questions',
  columns: {
    question: column.text('Question', ({ text }) => text),
    volume: column.number('Volume', ({ volume }) => volume),
    tags: column.text('Tags', ({ tags }) => tags.join('; '), { text: ({ tags }) => tags.join(', ') }),
  },
});

/**
 * What a run was charged beside its estimate: less only once it has ended, and what requests with unknown outcome may
 * have cost on top.
 */
export function chargeDifference(run: RunSummary): string {
  const { plan, limits = plan, creditsCharged, state, counts } = run;
  if (limits === undefined) return '';
  const { maximumCredits, creditsHeld } = limits;
  const unsure = state === 'running' || counts.running > 0 || counts.unknown === 0 ? 0 : creditsHeld;
  const more = creditsCharged - maximumCredits;
  const less = state === 'finished' ? -more - unsure : 0;
  const parts = [
    more > 0 ? `${more.toLocaleString('en')} more than estimated` : '',
    less > 0 ? `${less.toLocaleString('en')} less than estimated` : '',
    unsure > 0 ? `up to ${unsure.toLocaleString('en')} more for requests with unknown outcome` : '',
  ];
  return parts.map((part) => (part === '' ? '' : `, ${part}`)).join('');
}
