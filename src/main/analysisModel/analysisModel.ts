import { createHash } from 'node:crypto';
import type { Analyst } from '#shared/interface/operator/operations.ts';
import {
  type AnalysisChoice,
  type AnalysisEstimate,
  type AnalysisModelView,
  noAnalysisModel,
} from '#shared/model/analysisModel.ts';
import { AppError } from '#shared/model/appError.ts';
import type { AppSettings } from '../settings/settings.ts';
import {
  type AnalysisAnswer,
  type AnalysisBudget,
  type AnalysisQuestion,
  type AnalysisRequest,
  cancelled,
  createModelSender,
  expectedCost,
  inputTokens,
  type ModelCaller,
  promptName,
  readAnswer,
  spentThisMonth,
} from './sendQuestion.ts';
import { wireSchema } from './wireSchema.ts';

/** The one way to ask a model about answers: one choice, account, cache and provenance for every purpose. */
export type AnalysisModel = {
  readonly get: () => Promise<AnalysisModelView>;
  /** @throws AppError INVALID_INPUT */
  readonly choose: (input: { readonly choice: AnalysisChoice | null }) => Promise<AnalysisModelView>;
  /** The chosen model. @throws AppError CONFLICT if none is chosen */
  readonly chosen: () => AnalysisChoice;
  /** What questions would cost at most about; sends nothing. @throws AppError CONFLICT if no model is chosen */
  readonly estimate: (questions: readonly AnalysisRequest[]) => Promise<AnalysisEstimate>;
  /**
   * Asks, or answers from the cache. Temporary failures are retried.
   * @throws AppError CONFLICT without a model or at a limit; CANCELLED; SERVICE_ERROR if there is no usable answer
   */
  readonly ask: <T>(
    question: AnalysisQuestion<T>,
    options?: { readonly signal?: AbortSignal; readonly budget?: AnalysisBudget },
  ) => Promise<AnalysisAnswer<T>>;
};

export function createAnalysisModel(
  deps: ModelCaller & { readonly settings: Pick<AppSettings, 'analysisModel' | 'setAnalysisModel'> },
): AnalysisModel {
  const { history, settings, service } = deps;
  const send = createModelSender(deps);
  /** Questions in progress: the same question is sent once. */
  const asking = new Map<string, Promise<unknown>>();

  const chosen = (): AnalysisChoice => {
    const choice = settings.analysisModel();
    if (choice === null) throw new AppError('CONFLICT', noAnalysisModel);
    return choice;
  };
  const analystOf = async ({ driver }: AnalysisChoice): Promise<Analyst> => {
    const found = (await service.call('engines.analysts', {})).find((each) => each.driver === driver);
    if (found === undefined)
      throw new AppError(
        'CONFLICT',
        `The provider "${driver}" of the analysis model is not known. Choose another.`,
      );
    return found;
  };

  const get = async (): Promise<AnalysisModelView> => {
    const [analysts, month] = await Promise.all([service.call('engines.analysts', {}), spentThisMonth(deps)]);
    const choice = settings.analysisModel();
    const analyst = analysts.find(({ driver }) => driver === choice?.driver);
    return {
      choice,
      problem:
        choice === null ? null : analyst === undefined ? 'The provider is not known.' : analyst.message,
      analysts: analysts.map(({ prices, pricesOf, ...rest }) => rest),
      month,
    };
  };

  const fromCache = async <T>(
    key: string,
    question: AnalysisQuestion<T>,
  ): Promise<AnalysisAnswer<T> | null> => {
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
            `The provider must be one with structured output: ${analysts.map(({ driver }) => driver).join(', ')}.`,
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
    async ask<T>(
      question: AnalysisQuestion<T>,
      { signal, budget }: Parameters<AnalysisModel['ask']>[1] = {},
    ) {
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
      // Without a pause: between looking and noting, the same question would be sent twice.
      const answer = analystOf(choice)
        .then((analyst) => send(question, { key, choice, analyst, signal, budget }))
        .catch((error: unknown) => {
          throw signal?.aborted === true ? cancelled() : error;
        });
      asking.set(key, answer);
      return answer.finally(() => asking.delete(key));
    },
  };
}

function keyOf(
  { driver, model }: AnalysisChoice,
  { prompt, text, schema }: Pick<AnalysisQuestion<unknown>, 'prompt' | 'text' | 'schema'>,
): string {
  const question = [driver, model, promptName(prompt), prompt.instructions, wireSchema(schema), text];
  return createHash('sha256').update(JSON.stringify(question)).digest('hex');
}
