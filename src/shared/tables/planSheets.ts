import type { AlertRuleView, AlertView } from '../model/alert.ts';
import type { MonitorTime, MonitorView } from '../model/monitor.ts';
import type { PlanQuote, PlanRow } from '../model/plan.ts';
import type { FailureGroup, RunCounts } from '../model/run.ts';
import type { QuestionCandidate } from '../planning/keywordFile.ts';
import type { PlannedQuestion } from '../planning/plan.ts';
import { isoTime, listSheet, type Sheet } from './sheet.ts';

/** Every plan in its newest version. */
export function plansSheet(plans: readonly PlanRow[]): Sheet {
  return listSheet('plans', 'Plans', plans, {
    plan: ({ id }) => id,
    name: ({ name }) => name,
    version: ({ version }) => version,
    changed_at: ({ changedAtMs }) => isoTime(changedAtMs),
    questions: ({ questions }) => questions,
    engines: ({ engines }) => engines.join(' '),
    markets: ({ markets }) => markets,
    samples: ({ samples }) => samples,
    cells: ({ cells }) => cells,
    runs: ({ runs }) => runs,
  });
}

/** The questions of a plan with their wordings, as `plan create --questions` and the plan editor read them. */
export function planQuestionsSheet(questions: readonly PlannedQuestion[]): Sheet {
  const keys = [...new Set(questions.flatMap(({ wordings }) => Object.keys(wordings ?? {})))];
  return listSheet<PlannedQuestion>('questions', 'Questions', questions, {
    question: ({ text }) => text,
    tags: ({ tags }) => tags.join('; '),
    ...Object.fromEntries(
      keys.map((key) => [`wording ${key}`, ({ wordings }: PlannedQuestion) => wordings?.[key] ?? '']),
    ),
  });
}

/** Maximum cost of a plan's run, by engine, market and question. */
export function quoteSheet({ byEngine, byMarket, byQuestion }: PlanQuote): Sheet {
  const named = (group: string, lines: Readonly<Record<string, { cells: number; maximumCredits: number }>>) =>
    Object.entries(lines).map(([name, line]) => ({ group, name, ...line }));
  const lines = [
    ...named('engine', byEngine),
    ...named('market', byMarket),
    ...byQuestion.map(({ question, ...line }) => ({ group: 'question', name: question, ...line })),
  ];
  return listSheet('price', 'Maximum price', lines, {
    by: ({ group }) => group,
    name: ({ name }) => name,
    cells: ({ cells }) => cells,
    credits_at_most: ({ maximumCredits }) => maximumCredits,
  });
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
  return listSheet('cells', 'Requests', cells, {
    question: ({ label }) => label,
    engine: ({ engine }) => engine,
    market: ({ market }) => market,
    state: ({ letter }) => wordOf(letter),
  });
}

/** Progress of a run, by engine or market. */
export function progressSheet(by: string, lines: readonly (RunCounts & { readonly name: string })[]): Sheet {
  return listSheet(`progress-by-${by}`, `Progress by ${by}`, lines, {
    [by]: ({ name }) => name,
    answered: ({ completed }) => completed,
    failed: ({ failed }) => failed,
    unknown: ({ unknown }) => unknown,
    cancelled: ({ cancelled }) => cancelled,
    under_way: ({ running }) => running,
    to_come: ({ planned }) => planned,
  });
}

/** What failed in a run, by cause. */
export function failuresSheet(failures: readonly FailureGroup[]): Sheet {
  return listSheet('failures', 'Failures by cause', failures, {
    state: ({ state }) => state,
    cause: ({ code }) => code,
    message: ({ message }) => message,
    cells: ({ cells }) => cells,
    credits_at_most: ({ maximumCredits }) => maximumCredits,
    engines: ({ engines }) => engines.join(' '),
    markets: ({ markets }) => markets,
  });
}

export function monitorsSheet(monitors: readonly MonitorView[]): Sheet {
  return listSheet('monitors', 'Monitors', monitors, {
    monitor: ({ id }) => id,
    name: ({ name }) => name,
    plan: ({ planName }) => planName,
    when: ({ words }) => words,
    cron: ({ schedule }) => schedule.cron,
    time_zone: ({ schedule }) => schedule.timeZone,
    paused_at: ({ pausedAtMs }) => isoTime(pausedAtMs),
    next_at: ({ nextTimesMs }) => isoTime(nextTimesMs[0] ?? null),
    last_run: ({ lastRunId }) => lastRunId,
    last_run_state: ({ lastRunState }) => lastRunState,
  });
}

/** Scheduled times of a monitor, each with its run or why there is none. */
export function timesSheet(times: readonly MonitorTime[]): Sheet {
  return listSheet('times', 'Run history', times, {
    scheduled_at: ({ scheduledAtMs }) => isoTime(scheduledAtMs),
    outcome: ({ outcome }) => outcome,
    note: ({ note }) => note,
    run: ({ run }) => run?.id ?? null,
    state: ({ run }) => run?.state ?? null,
    started_at: ({ run }) => isoTime(run?.startedAtMs ?? null),
    finished_at: ({ run }) => isoTime(run?.finishedAtMs ?? null),
    cells: ({ run }) => run?.cells ?? null,
    answered: ({ run }) => run?.completed ?? null,
    failed: ({ run }) => run?.failed ?? null,
    credits: ({ run }) => run?.creditsCharged ?? null,
    alerts: ({ run }) => run?.alerts ?? null,
  });
}

export function alertsSheet(alerts: readonly AlertView[]): Sheet {
  return listSheet('alerts', 'Alerts', alerts, {
    alert: ({ id }) => id,
    raised_at: ({ raisedAtMs }) => isoTime(raisedAtMs),
    kind: ({ kind }) => kind,
    text: ({ text }) => text,
    engine: ({ engine }) => engine,
    verdict: ({ verdict }) => verdict,
    read_at: ({ readAtMs }) => isoTime(readAtMs),
    address: ({ address }) => address,
  });
}

export function alertRulesSheet(rules: readonly AlertRuleView[]): Sheet {
  return listSheet('alert-rules', 'Alert rules', rules, {
    rule: ({ id }) => id,
    monitor: ({ monitor }) => monitor,
    words: ({ words }) => words,
  });
}

/** Suggested questions, in the format that a plan reads. */
export function questionsSheet(questions: readonly QuestionCandidate[]): Sheet {
  return listSheet('questions', 'Questions', questions, {
    question: ({ text }) => text,
    volume: ({ volume }) => volume,
    tags: ({ tags }) => tags.join('; '),
  });
}
