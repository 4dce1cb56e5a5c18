/** One job: translates answers one after the other and stores each as soon as it is done. */

import type { NewTranslation } from '#main/history/store/operations/translations.ts';
import { AppError } from '#shared/model/appError.ts';
import type { TranslationJob } from '#shared/model/translation.ts';
import { checkedBlocks, translationRules } from '#shared/translation/answerTranslation.ts';
import type { ReadAnswer } from './readAnswers.ts';
import type { TranslationRequest, Translator } from './translator.ts';

export type JobLimit = { readonly credits?: number | undefined; readonly cost?: number | undefined };

export type JobParts = {
  readonly translator: Translator;
  /** Reads an answer; null if it was deleted or needs no translation. */
  readonly read: (id: string) => Promise<ReadAnswer | null>;
  readonly store: (translation: NewTranslation) => Promise<void>;
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
      const translation = await translateAnswer(answer, parts, signal);
      await parts.store(translation);
      const refused = translation.blocks.filter(({ problem }) => problem !== null).length;
      report(
        {
          done: job.done + 1,
          blocks: job.blocks + translation.blocks.length,
          refused: job.refused + refused,
          characters: job.characters + translation.characters,
          credits: sum(job.credits, translation.credits),
          cost: sum(job.cost, translation.cost),
          currency: translation.currency ?? job.currency,
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
  if (limit.cost !== undefined && (job.cost ?? 0) + (cost ?? 0) > limit.cost)
    return `The next answer would exceed the limit of ${limit.cost} ${currency ?? ''}`.trimEnd().concat('.');
  return null;
}

export function priced(request: TranslationRequest, driver: string | null) {
  const { observationId, projectId, source, target, characters, blocks } = request;
  return { observationId, projectId, source, target, characters, blocks, driver };
}

function sum(one: number | null, other: number | null): number | null {
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}
