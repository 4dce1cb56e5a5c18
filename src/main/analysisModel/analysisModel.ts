import { createHash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { SecretStore } from '#main/ports.ts';
import type { Clock } from '#platform/clock.ts';
import type { AnalysisMeter, AnalysisOutcome, Analyst } from '#shared/interface/operator/operations.ts';
import { nextStepAfter, withNextStep } from '#shared/interface/providerFailure.ts';
import { safeParse } from '#shared/interface/safeParse.ts';
import {
  type AnalysisChoice,
  type AnalysisEstimate,
  type AnalysisModelView,
  type AnalysisMoney,
  type AnalysisProvenance,
  type AnalysisPurpose,
  noAnalysisModel,
} from '#shared/model/analysisModel.ts';
import { AppError } from '#shared/model/appError.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';
import { readBoundSecret } from '../secrets/boundSecret.ts';
import type { EmbeddedService } from '../service/embeddedService.ts';
import { driverKeyName } from '../service/service.routes.ts';
import type { AppSettings } from '../settings/settings.ts';
import { wireSchema } from './wireSchema.ts';

/** A file in `resources/prompts`. A change of its instructions raises its version. */
export type AnalysisPrompt = {
  readonly name: AnalysisPurpose;
  readonly version: number;
  readonly instructions: string;
};

export type AnalysisQuestion<T> = {
  readonly projectId: string;
  readonly prompt: AnalysisPrompt;
  /** What the instructions are about. */
  readonly text: string;
  readonly schema: z.ZodType<T>;
  /** Stored answers whose words `text` contains: when one is deleted, so is the model's answer. */
  readonly answerIds: readonly string[];
  /** What is wrong with an answer that matches the schema; null if nothing is. It is asked for once more. */
  readonly check?: (value: T) => string | null;
  /** Tokens of a typical answer, for the estimate. */
  readonly expectedTokens: number;
};

export type AnalysisAnswer<T> = { readonly value: T; readonly provenance: AnalysisProvenance };

/** The limit in US dollars of one job, and what it has spent. */
export type AnalysisBudget = { readonly limit: number | null; spent: number };

/** The one way to ask a model about answers: one choice, account, cache and provenance for every purpose. */
export type AnalysisModel = {
  readonly get: () => Promise<AnalysisModelView>;
  /** @throws AppError INVALID_INPUT */
  readonly choose: (input: { readonly choice: AnalysisChoice | null }) => Promise<AnalysisModelView>;
  /** The chosen model. @throws AppError CONFLICT if none is chosen */
  readonly chosen: () => AnalysisChoice;
  /** What questions would cost at most about; sends nothing. @throws AppError CONFLICT if no model is chosen */
  readonly estimate: (
    questions: readonly Omit<AnalysisQuestion<unknown>, 'check' | 'answerIds' | 'projectId'>[],
  ) => Promise<AnalysisEstimate>;
  /**
   * Asks, or answers from the cache. Temporary failures are retried.
   * @throws AppError CONFLICT without a model or at a limit; CANCELLED; SERVICE_ERROR if there is no usable answer
   */
  readonly ask: <T>(
    question: AnalysisQuestion<T>,
    options?: { readonly signal?: AbortSignal | undefined; readonly budget?: AnalysisBudget | undefined },
  ) => Promise<AnalysisAnswer<T>>;
};

const maxAttempts = 4;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

export function createAnalysisModel(deps: {
  readonly history: HistoryCalls;
  readonly settings: Pick<AppSettings, 'analysisModel' | 'setAnalysisModel'>;
  readonly secrets: SecretStore;
  readonly service: Pick<EmbeddedService, 'call'>;
  readonly clock: Clock;
}): AnalysisModel {
  const { history, settings, secrets, service, clock } = deps;
  /** Questions in progress: the same question is sent once. */
  const asking = new Map<string, Promise<unknown>>();
  /** Estimated cost of requests in progress. */
  let held = 0;

  const chosen = (): AnalysisChoice => {
    const choice = settings.analysisModel();
    if (choice === null) throw new AppError('CONFLICT', noAnalysisModel);
    return choice;
  };
  const analystOf = async ({ driver }: AnalysisChoice): Promise<Analyst> => {
    const found = (await service.call('engines.analysts', {})).find((each) => each.driver === driver);
    if (found === undefined)
      throw new AppError('CONFLICT', `The provider "${driver}" of the analysis model is not known. Choose another.`);
    return found;
  };
  const spentThisMonth = () => {
    const now = new Date(clock.now());
    const sinceMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
    return history.call('modelRequests.spent', { sinceMs });
  };

  const get = async (): Promise<AnalysisModelView> => {
    const [analysts, month] = await Promise.all([service.call('engines.analysts', {}), spentThisMonth()]);
    const choice = settings.analysisModel();
    const analyst = analysts.find(({ driver }) => driver === choice?.driver);
    return {
      choice,
      problem: choice === null ? null : analyst === undefined ? 'The provider is not known.' : analyst.message,
      analysts: analysts.map(({ prices, pricesOf, ...rest }) => rest),
      month,
    };
  };

  /** Reserves what a request may cost. @throws AppError CONFLICT if a limit would be exceeded */
  const hold = async (choice: AnalysisChoice, cost: number | null, budget: AnalysisBudget | undefined) => {
    const expected = cost ?? 0;
    if (budget !== undefined && budget.limit !== null && budget.spent + expected > budget.limit)
      throw new AppError('CONFLICT', `The cost limit of ${budget.limit} USD is reached. Nothing more was sent.`);
    if (choice.monthlyLimit !== null) {
      const { amount, unpriced } = await spentThisMonth();
      if (cost === null && unpriced > 0)
        throw new AppError(
          'CONFLICT',
          `The provider states no price for ${choice.model}, so the monthly limit cannot be kept. Remove the limit, or choose a model with a known price.`,
        );
      if (amount + held + expected > choice.monthlyLimit)
        throw new AppError(
          'CONFLICT',
          `The monthly limit of ${choice.monthlyLimit} USD of the analysis model is reached. Nothing was sent.`,
        );
    }
    held += expected;
    if (budget !== undefined) budget.spent += expected;
    return (charged: number): void => {
      held -= expected;
      if (budget !== undefined) budget.spent += charged - expected;
    };
  };

  const send = async (
    choice: AnalysisChoice,
    question: Pick<AnalysisQuestion<unknown>, 'prompt' | 'text' | 'schema'>,
    signal: AbortSignal | undefined,
  ): Promise<AnalysisOutcome> => {
    const id = randomUUID();
    const stop = (): void => {
      service.call('engines.stopAsking', { id }).catch(() => {});
    };
    signal?.throwIfAborted();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const key = await readBoundSecret(secrets, driverKeyName(choice.driver));
      return await service.call('engines.askJson', {
        id,
        driver: choice.driver,
        model: choice.model,
        instructions: question.prompt.instructions,
        text: question.text,
        schemaName: question.prompt.name,
        schema: wireSchema(question.schema),
        ...(key === null ? {} : { key: { secret: key.secret, addresses: [...key.addresses] } }),
      });
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  };

  /** One question that is not in the cache, with its retries. */
  const askAnew = async <T>(
    key: string,
    choice: AnalysisChoice,
    question: AnalysisQuestion<T>,
    signal: AbortSignal | undefined,
    budget: AnalysisBudget | undefined,
  ): Promise<AnalysisAnswer<T>> => {
    const analyst = await analystOf(choice);
    const promptName = nameOf(question.prompt);
    let failure = 'no answer';
    let unusable = 0;
    for (let attempt = 1; attempt <= maxAttempts && unusable < 2; attempt += 1) {
      const settle = await hold(choice, expectedCost(analyst, choice.model, [question]), budget);
      let charged = 0;
      try {
        const askedAtMs = clock.now();
        const outcome = await send(choice, question, signal);
        if (outcome.kind === 'stopped') throw cancelled();
        const cost = costOf(outcome.metered, analyst);
        charged = cost?.amount ?? 0;
        const read = outcome.kind === 'answer' ? readAnswer(outcome.text, question) : null;
        const model = outcome.kind === 'answer' ? outcome.model : choice.model;
        const usable = outcome.kind === 'answer' && read !== null && read.ok;
        if (outcome.kind === 'answer' || isMetered(outcome.metered))
          await history.call('modelRequests.add', {
            projectId: question.projectId,
            purpose: question.prompt.name,
            driver: choice.driver,
            model,
            prompt: promptName,
            askedAtMs,
            inputTokens: outcome.metered.inputTokens,
            outputTokens: outcome.metered.outputTokens,
            cost,
            latencyMs: outcome.metered.latencyMs,
            kept: usable ? { key, answer: outcome.text, answerIds: question.answerIds } : null,
          });
        if (read?.ok === true) {
          const provenance = { driver: choice.driver, model, prompt: promptName, askedAtMs, cost, cached: false };
          return { value: read.value, provenance };
        }
        if (outcome.kind === 'failed')
          throw new AppError('SERVICE_ERROR', withNextStep(outcome.message, nextStepAfter(outcome.reason)));
        if (read !== null) {
          unusable += 1;
          failure = `${analyst.displayName}, ${model}, did not answer in the required form: ${read.problem}`;
          continue;
        }
        if (outcome.kind === 'retry') {
          failure = outcome.reason;
          const pauseMs = Math.min(outcome.afterMs ?? firstPauseMs * 3 ** (attempt - 1), longestPauseMs);
          if (attempt < maxAttempts) await clock.wait(pauseMs, signal);
        }
      } finally {
        settle(charged);
      }
    }
    throw new AppError('SERVICE_ERROR', `${failure.replace(/[\s.]+$/, '')}. Retry later, or choose another model.`, {
      retryable: true,
    });
  };

  const fromCache = async <T>(key: string, question: AnalysisQuestion<T>): Promise<AnalysisAnswer<T> | null> => {
    const known = await history.call('modelRequests.known', { key });
    const read = known === null ? null : readAnswer(known.answer, question);
    return known !== null && read?.ok === true ? { value: read.value, provenance: known.provenance } : null;
  };

  return {
    get,
    chosen,
    async choose({ choice }) {
      if (choice !== null) {
        const analysts = await service.call('engines.analysts', {});
        if (!analysts.some(({ driver }) => driver === choice.driver))
          throw new AppError(
            'INVALID_INPUT',
            `driver must be a provider with structured output: ${analysts.map(({ driver }) => driver).join(', ')}.`,
            { fields: [{ field: 'choice.driver', message: 'This provider cannot analyse answers.' }] },
          );
      }
      settings.setAnalysisModel(choice);
      return get();
    },
    async estimate(questions) {
      const choice = chosen();
      const analyst = await analystOf(choice);
      const keys = questions.map((question) => keyOf(choice, question));
      const known = new Set<string>();
      // By one call: a plan may have thousands of questions.
      for (const key of await history.call('modelRequests.knownOf', { keys })) known.add(key);
      const open = questions.filter((_, at) => !known.has(keys[at] ?? ''));
      return {
        driver: choice.driver,
        displayName: analyst.displayName,
        model: choice.model,
        requests: open.length,
        inputTokens: open.reduce((sum, question) => sum + inputTokens(question), 0),
        outputTokens: open.reduce((sum, { expectedTokens }) => sum + expectedTokens, 0),
        amount: expectedCost(analyst, choice.model, open),
      };
    },
    async ask<T>(question: AnalysisQuestion<T>, { signal, budget }: Parameters<AnalysisModel['ask']>[1] = {}) {
      const choice = chosen();
      const key = keyOf(choice, question);
      for (;;) {
        if (signal?.aborted === true) throw cancelled();
        const known = await fromCache(key, question);
        if (known !== null) return known;
        const other = asking.get(key);
        if (other === undefined) break;
        // The other one may fail or be cancelled; then this one asks itself.
        await other.catch(() => {});
      }
      const answer = askAnew(key, choice, question, signal, budget).catch((error: unknown) => {
        throw signal?.aborted === true ? cancelled() : error;
      });
      asking.set(key, answer);
      return answer.finally(() => asking.delete(key));
    },
  };
}

const cancelled = (): AppError => new AppError('CANCELLED', 'Cancelled. Finished parts are kept.');

/** Name and version of a prompt, as stored with what it produced. */
export const nameOf = ({ name, version }: AnalysisPrompt): string => `${name} ${version}`;

function keyOf(
  { driver, model }: AnalysisChoice,
  { prompt, text, schema }: Pick<AnalysisQuestion<unknown>, 'prompt' | 'text' | 'schema'>,
): string {
  const question = [driver, model, nameOf(prompt), prompt.instructions, wireSchema(schema), text];
  return createHash('sha256').update(JSON.stringify(question)).digest('hex');
}

type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

function readAnswer<T>(text: string, { schema, check }: Pick<AnalysisQuestion<T>, 'schema' | 'check'>): Read<T> {
  const parsed = safeParse(schema, jsonOf(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ok: false, problem: `${issue?.path.join('.') || 'the answer'}: ${issue?.message ?? 'not valid'}` };
  }
  const problem = check?.(parsed.data) ?? null;
  return problem === null ? { ok: true, value: parsed.data } : { ok: false, problem };
}

/** Some models put their JSON into a code fence. */
function jsonOf(text: string): unknown {
  for (const candidate of [text, /```(?:json)?\s*([\s\S]*)```/.exec(text)?.[1] ?? '']) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The next form.
    }
  }
  return undefined;
}

/**
 * Four bytes of UTF-8 are about one token: 4 letters of English, a little over one character of Japanese. The
 * schema is sent too.
 */
function inputTokens({ prompt, text, schema }: Pick<AnalysisQuestion<unknown>, 'prompt' | 'text' | 'schema'>): number {
  const bytes = Buffer.byteLength(prompt.instructions) + Buffer.byteLength(text);
  return Math.ceil((bytes + JSON.stringify(wireSchema(schema)).length) / 4);
}

/** US dollars; null if the price is not known. */
function expectedCost(
  { free, prices }: Analyst,
  model: string,
  questions: readonly Pick<AnalysisQuestion<unknown>, 'prompt' | 'text' | 'schema' | 'expectedTokens'>[],
): number | null {
  if (free || questions.length === 0) return 0;
  const price = prices[model.replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, '')];
  if (price === undefined) return null;
  return questions.reduce(
    (sum, question) =>
      sum + (inputTokens(question) * price.input + question.expectedTokens * price.output) / 1e6,
    0,
  );
}

function costOf({ cost }: AnalysisMeter, { free }: Analyst): AnalysisMoney | null {
  return cost ?? (free ? { amount: 0, currency: 'USD', source: 'computed' } : null);
}

const isMetered = ({ inputTokens: read, outputTokens, cost }: AnalysisMeter): boolean =>
  read !== null || outputTokens !== null || cost !== null;
