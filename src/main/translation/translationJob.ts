/** One job: translates answers one after the other and stores each as soon as it is done. */

import type { NewTranslation, TranslationSpent } from '#main/history/store/operations/translations.ts';
import { AppError } from '#shared/model/appError.ts';
import type { TranslationJob } from '#shared/model/translation.ts';
import { checkedBlocks, translationRules } from '#shared/translation/answerTranslation.ts';
import type { ReadAnswer } from './readAnswers.ts';
import {
  PaidFailure,
  type TranslationRequest,
  type TranslationSpending,
  type Translator,
} from './translator.ts';

export type JobLimit = { readonly credits?: number; readonly cost?: number };

export type JobParts = {
  readonly translator: Translator;
  /** Reads an answer; null if it was deleted or needs no translation. */
  readonly read: (id: string) => Promise<ReadAnswer | null>;
  readonly store: (translation: NewTranslation) => Promise<void>;
  /** Counts what was charged for an answer that is not stored. */
  readonly spend: (spent: TranslationSpent) => Promise<void>;
  readonly now: () => number;
  readonly changed: (job: TranslationJob, ids: readonly string[]) => void;
};

/**
 * Runs a job to its end. Never rejects: the outcome is in the job.
 * @param begun the job as it was announced
 */
export async function runTranslationJob(
  begun: TranslationJob,
  ids: readonly string[],
  limit: JobLimit,
  parts: JobParts,
  signal: AbortSignal,
): Promise<TranslationJob> {
  let job: TranslationJob = { ...begun, state: 'running' };
  const report = (change: Partial<TranslationJob>, translated: readonly string[] = []): void => {
    job = { ...job, ...change };
    parts.changed(job, translated);
  };
  report({});
  try {
    for (const id of ids) {
      if (signal.aborted) return ended('cancelled', null);
      const answer = await parts.read(id);
      if (answer === null) {
        report({ done: job.done + 1 });
        continue;
      }
      const reached = await limitReached(job, answer, limit, parts.translator);
      if (reached !== null) return ended('limited', reached);
      const translation = await translateAnswer(answer, parts, signal).catch(async (error: unknown) => {
        if (!(error instanceof PaidFailure)) throw error;
        report(paid(job, error.spent));
        const { projectId } = answer.answer;
        const madeAtMs = parts.now();
        await parts.spend({ ...error.spent, projectId, translator: parts.translator.kind, madeAtMs });
        throw error.cause;
      });
      await parts.store(translation);
      const refused = translation.blocks.filter(({ problem }) => problem !== null).length;
      report(
        {
          done: job.done + 1,
          blocks: job.blocks + translation.blocks.length,
          refused: job.refused + refused,
          ...paid(job, translation),
        },
        [id],
      );
    }
    return ended('completed', null);
  } catch (error) {
    if (signal.aborted || (error instanceof AppError && error.code === 'CANCELLED'))
      return ended('cancelled', null);
    return ended('failed', error instanceof Error ? error.message : String(error));
  } finally {
    await parts.translator.close();
  }

  function ended(state: TranslationJob['state'], reason: string | null): TranslationJob {
    report({ state, reason });
    return job;
  }
}

async function translateAnswer(
  { answer, prepared, request }: ReadAnswer,
  { translator, now }: JobParts,
  signal: AbortSignal,
): Promise<NewTranslation> {
  const { texts, ...made } = await translator.translate(request, signal);
  return {
    observationId: answer.id,
    projectId: answer.projectId,
    source: prepared.source,
    target: prepared.target,
    translator: translator.kind,
    rules: translationRules,
    madeAtMs: now(),
    ...made,
    blocks: checkedBlocks(prepared, texts),
  };
}

/** Why the next answer is not translated; null if no limit is reached by it. */
async function limitReached(
  job: TranslationJob,
  { request, answer }: ReadAnswer,
  limit: JobLimit,
  translator: Translator,
): Promise<string | null> {
  if (limit.credits === undefined && limit.cost === undefined) return null;
  const { credits, cost, currency } = await translator.price([priced(request, answer.driver)]);
  if (limit.credits !== undefined && (job.credits ?? 0) + (credits ?? 0) > limit.credits)
    return `The next answer would exceed the limit of ${limit.credits} credits.`;
  if (limit.cost === undefined) return null;
  if (cost === null)
    return `${job.label} states no price, so the limit of ${limit.cost} cannot be kept. Translate without a limit, or set a price.`;
  if ((job.cost ?? 0) + cost > limit.cost)
    return `The next answer would exceed the limit of ${limit.cost} ${currency ?? ''}`.trimEnd().concat('.');
  return null;
}

export function priced(request: TranslationRequest, driver: string | null) {
  const { observationId, projectId, source, target, characters, blocks } = request;
  return { observationId, projectId, source, target, characters, blocks, driver };
}

const paid = (job: TranslationJob, { characters, credits, cost, currency }: TranslationSpending) => ({
  characters: job.characters + characters,
  credits: sum(job.credits, credits),
  cost: sum(job.cost, cost),
  currency: currency ?? job.currency,
});

function sum(one: number | null, other: number | null): number | null {
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}
