import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { AppError } from '#shared/model/appError.ts';
import type { AnalysisJobs } from '../analysisModel/analysisJobs.ts';
import type { AnalysisModel } from '../analysisModel/analysisModel.ts';
import type { AnalysisQuestion } from '../analysisModel/sendQuestion.ts';
import { promptName } from '../analysisModel/sendQuestion.ts';
import type { CoreParts } from '../coreParts.ts';
import { claimPrompt, claimQuestion, type ModelClaims, verifiedClaims } from './claimQuestion.ts';
import type { RunComparison } from './runComparison.ts';

type Answers = RouteParsedInput<'claims.estimate'>;

/** More brands would make the question longer than the answer. */
const maxBrands = 60;
const concurrency = 3;
/** A failure of the model itself ends the job; an answer that cannot be rated does not. */
const maxFailures = 5;

/** Asks the analysis model what stored answers say about brands, and keeps what it can verify. */
export function createClaimRating(
  deps: Pick<CoreParts, 'history' | 'clock' | 'publish'> & {
    readonly comparison: RunComparison;
    readonly model: AnalysisModel;
    readonly jobs: AnalysisJobs;
  },
) {
  const { history, comparison, model, jobs, clock, publish } = deps;

  const questionsOf = async ({ runId, question, engine }: Answers) => {
    const { driver, model: name } = model.chosen();
    const rater = `${driver}, ${name}, ${promptName(claimPrompt)}`;
    const detail = await history.call('runs.get', { runId, question, engine });
    const { projectId } = detail.run;
    const ids = detail.cells.flatMap(({ observationId }) => observationId ?? []);
    const done = new Set(await history.call('claims.ratedBy', { ids, rater }));
    const open = ids.filter((id) => !done.has(id));
    const [compared, samples, { aspects }] = await Promise.all([
      comparison.compare({ ...comparedWith, runId, question, engine }),
      history.call('observations.samples', { ids: open }),
      history.call('claims.aspects', { projectId }),
    ]);
    const brands = compared.brands.rows.slice(0, maxBrands).map((row) => row.name);
    return samples.flatMap(({ observationId, markdown, text }) => {
      const answer = markdown ?? text;
      if (answer.trim() === '' || brands.length === 0) return [];
      const asked: AnalysisQuestion<ModelClaims> = {
        ...claimQuestion({ brands, aspects, answer }),
        projectId,
        answerIds: [observationId],
      };
      return [{ observationId, rater, answer, brands, aspects, asked }];
    });
  };

  return {
    /** @throws AppError CONFLICT if no model is chosen, NOT_FOUND */
    async estimate(input: Answers) {
      const questions = await questionsOf(input);
      return { ...(await model.estimate(questions.map(({ asked }) => asked))), answers: questions.length };
    },
    /**
     * Cancelling keeps what was rated; the next call continues.
     * @throws AppError CONFLICT without a model or at a limit, CANCELLED, SERVICE_ERROR if nothing can be rated
     */
    async rate(
      { costLimit, ...input }: RouteParsedInput<'claims.rate'>,
      { signal }: { readonly signal: AbortSignal },
    ) {
      const queue = [...(await questionsOf(input))];
      const budget = { limit: costLimit ?? null, spent: 0 };
      const failed: { readonly answerId: string; readonly message: string }[] = [];
      const sum = { rated: 0, claims: 0, discarded: 0, amount: 0 };
      const work = async (ending: AbortSignal, step: () => void): Promise<void> => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          try {
            const { value, provenance } = await model.ask(next.asked, { signal: ending, budget });
            const claims = verifiedClaims(value, next);
            const discarded = value.claims.length - claims.length;
            const { observationId, rater } = next;
            await history.call('claims.keep', {
              observationId,
              rater,
              claims,
              discarded,
              nowMs: clock.now(),
            });
            sum.rated += 1;
            sum.claims += claims.length;
            sum.discarded += discarded;
            sum.amount += provenance.cached ? 0 : (provenance.cost?.amount ?? 0);
          } catch (error) {
            if (!(error instanceof AppError) || error.code !== 'SERVICE_ERROR') throw error;
            failed.push({ answerId: next.observationId, message: error.message });
            if (sum.rated === 0 && failed.length >= maxFailures) throw error;
          }
          step();
        }
      };
      try {
        const job = { purpose: 'claims' as const, runId: input.runId, total: queue.length };
        await jobs.run(job, signal, (ending, step) =>
          Promise.all(Array.from({ length: concurrency }, () => work(ending, step))),
        );
      } finally {
        queue.length = 0;
        if (sum.rated > 0) publish('claims.changed', {});
      }
      return { ...sum, failed };
    },
  };
}

const comparedWith = {
  baseline: null,
  granularity: 'auto',
  ignoreCase: false,
  ignoreWhitespace: false,
  shownSample: {},
} as const;
