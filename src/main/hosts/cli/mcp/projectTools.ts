import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { RunSummary } from '#shared/model/run.ts';
import { isoTime, listSheet } from '#shared/tables/sheet.ts';
import type { Caller } from '../projectCaller.ts';
import { projectShape } from './scope.ts';
import { defineTool, tableOf, tableSchema } from './tool.ts';

/** Maximum values of a list of choices. */
const maxListed = 40;

export const listProjects = defineTool({
  name: 'list_projects',
  title: 'Projects and what was asked',
  description:
    'Lists the projects, and for one of them the questions, countries, engines and tags that answers exist for. A good first call.',
  input: z.strictObject(projectShape),
  output: z.object({
    projects: tableSchema,
    project: z.string().describe('The one that the tables below are of'),
    answers: z.number().int(),
    questions: tableSchema,
    markets: tableSchema,
    engines: tableSchema,
    tags: z.array(z.string()),
  }),
  async run({ project }, { call }, signal) {
    const { projects, currentId } = await call('projects.list', {});
    const choices = await call('trends.choices', project === undefined ? {} : { project }, signal);
    const chosen = projects.find(
      ({ id, name }) => id === (project ?? currentId) || name.toLowerCase() === project?.toLowerCase(),
    );
    const counted = (name: string, values: typeof choices.markets) =>
      tableOf(
        listSheet(name, name, values.slice(0, maxListed), {
          [name]: ({ value }) => value,
          answers: ({ count }) => count,
        }),
      );
    return {
      projects: tableOf(
        listSheet('projects', 'Projects', projects, {
          project: ({ name }) => name,
          id: ({ id }) => id,
          current: ({ id }) => (id === currentId ? 'yes' : 'no'),
          runs: ({ runs }) => runs,
          answers: ({ answers }) => answers,
          listed_brands: ({ brands }) => brands,
          plans: ({ plans }) => plans,
          credits: ({ creditsCharged }) => creditsCharged,
        }),
      ),
      project: chosen?.name ?? '',
      answers: choices.answers,
      questions: counted('question', choices.questions),
      markets: counted('market', choices.markets),
      engines: counted('engine', choices.engines),
      tags: [...choices.tags],
    };
  },
});

/** Maximum requests of a run listed individually. */
const maxRequests = 250;
const pollMs = 1000;

export const runStatus = defineTool({
  name: 'run_status',
  title: 'Runs and their status',
  description:
    'Lists recent runs, newest first; or, with runId, how far one run is, why requests failed, and the answer IDs by market. waitSeconds waits for the end of a run in progress.',
  input: z.strictObject({
    runId: z.string().max(100).optional(),
    ...projectShape,
    limit: z.number().int().min(1).max(100).default(10).describe('Runs, when no runId is given'),
    waitSeconds: z.number().int().min(0).max(50).default(0),
  }),
  output: z.object({
    runs: tableSchema,
    failures: tableSchema.nullable().describe('By cause; only with runId'),
    requests: tableSchema
      .nullable()
      .describe('Of the first question and engine of a plan run; only with runId'),
  }),
  async run({ runId, project, limit, waitSeconds }, { call, clock }, signal) {
    if (runId === undefined) {
      const { runs } = await call('runs.list', { limit, project });
      return { runs: runsTable(runs), failures: null, requests: null };
    }
    await untilEnded(call, clock, runId, waitSeconds * 1000, signal);
    const [{ run, cells }, { failures }] = await Promise.all([
      call('runs.get', { runId }),
      call('runs.failures', { runId }),
    ]);
    return {
      runs: runsTable([run]),
      failures: tableOf(
        listSheet('failures', 'Failures', failures, {
          code: ({ code }) => code,
          message: ({ message }) => message,
          requests: (group) => group.cells,
          markets: ({ markets }) => markets,
          engines: ({ engines }) => engines.join(' '),
        }),
      ),
      requests: tableOf(
        listSheet('requests', 'Requests', cells.slice(0, maxRequests), {
          market: ({ marketKey }) => marketKey,
          repeat: ({ sample }) => sample,
          state: ({ state }) => state,
          answer: ({ observationId }) => observationId,
        }),
      ),
    };
  },
});

/** Changes by other programs are only seen by polling. */
async function untilEnded(
  call: Caller,
  clock: Clock,
  runId: string,
  forMs: number,
  signal: AbortSignal,
): Promise<void> {
  // Not by the time of day, which may be set back meanwhile.
  for (let waitedMs = 0; waitedMs < forMs; waitedMs += pollMs) {
    const { state, counts } = await call('runs.status', { runId });
    if (state !== 'running' && counts.running === 0) return;
    await clock.wait(pollMs, signal);
  }
}

const runsTable = (runs: readonly RunSummary[]) =>
  tableOf(
    listSheet('runs', 'Runs', runs, {
      run: ({ id }) => id,
      asked_at: ({ createdAtMs }) => isoTime(createdAtMs),
      question: ({ question }) => question,
      plan: ({ plan }) => plan?.name ?? null,
      engine: ({ engine }) => engine,
      state: ({ state }) => state,
      requests: ({ counts }) => counts.total,
      answers: ({ counts }) => counts.completed,
      failed: ({ counts }) => counts.failed,
      unknown: ({ counts }) => counts.unknown,
      open: ({ counts }) => counts.planned + counts.running,
      credits: ({ creditsCharged }) => creditsCharged,
    }),
  );
