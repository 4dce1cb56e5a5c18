import type { BrandRulesStore } from '#main/brands/brandBook.ts';
import { newId } from '#main/history/store/ids.ts';
import type { TranslatableAnswer } from '#main/history/store/operations/translations.ts';
import { foundAnswers } from '#main/search/foundAnswers.ts';
import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { AppError, invalidInput } from '#shared/model/appError.ts';
import {
  maxTranslated,
  type ProjectTranslation,
  type TranslationJob,
  type TranslationQuote,
} from '#shared/model/translation.ts';
import type { TranslatorKind } from '#shared/model/translators.ts';
import type { CoreParts } from '../coreParts.ts';
import { createAnswerReader, type ReadAnswer } from './readAnswers.ts';
import { translatedPassages } from './translatedPassages.ts';
import { priced, runTranslationJob } from './translationJob.ts';
import type { Translator } from './translator.ts';
import type { Translators } from './translators.ts';

type Choice = RouteParsedInput<'translations.quote'>;

/** Jobs that are remembered. */
const maxJobs = 50;
/** Several answers are translated between two reports at most. */
const reportEveryMs = 200;

/** Translates stored answers on request: one job after the other, so that limits hold and models fit into memory. */
export function createTranslations(
  deps: Pick<CoreParts, 'history' | 'clock' | 'publish'> & {
    readonly brands: Pick<BrandRulesStore, 'rules'>;
    readonly translators: Translators;
  },
) {
  const { history, translators, clock, publish } = deps;
  const readAnswers = createAnswerReader(deps);
  const jobs = new Map<
    string,
    { job: TranslationJob; readonly stop: AbortController; ended: Promise<TranslationJob> }
  >();
  let last: Promise<unknown> = Promise.resolve();

  const settingOf = async (projectId: string): Promise<ProjectTranslation | null> =>
    (await history.call('projects.get', { project: projectId })).defaults.translation ?? null;

  /** @throws AppError INVALID_INPUT that names what is missing */
  const chosen = async (input: Choice): Promise<{ readonly to: string; readonly kind: TranslatorKind }> => {
    const projectId =
      input.runId === undefined
        ? input.projectId
        : (await history.call('runs.status', { runId: input.runId })).projectId;
    const setting = await settingOf(projectId);
    const to = input.to ?? setting?.to;
    const kind = input.with ?? setting?.with;
    if (to === undefined)
      throw invalidInput(
        'to',
        'Choose a language to read answers in: the project has none (Settings, Translation).',
      );
    if (kind === undefined || kind === null)
      throw invalidInput('with', 'Choose a translator: the project has none (Settings, Translation).');
    return { to, kind };
  };

  const answersOf = async ({ runId, ids, plan: named, search, projectId }: Choice) => {
    const chosenBy = [runId, ids, named, search].filter((each) => each !== undefined);
    if (chosenBy.length !== 1)
      throw invalidInput('runId', 'Name one of: a run, answers, a plan, or a search.');
    if (named !== undefined)
      return { planId: (await history.call('plans.get', { plan: named, projectId })).id };
    if (search === undefined) return { runId, ids };
    const found: string[] = [];
    for await (const page of foundAnswers(history, search, projectId)) {
      found.push(...page);
      if (found.length > maxTranslated) break;
    }
    return { ids: found };
  };

  const plan = async (input: Choice) => {
    const { to, kind } = await chosen(input);
    const all = await history.call('translations.candidates', { ...(await answersOf(input)), to });
    if (all.length > maxTranslated)
      throw invalidInput(
        'search',
        `${all.length} answers are more than the ${maxTranslated} that one job translates. Choose fewer.`,
      );
    const wanted = input.again ? all : all.filter(({ translatedAtMs }) => translatedAtMs === null);
    const translator = await translators.open(kind, to, input.projectId);
    const answers = await readAnswers(wanted, to);
    return { to, kind, translator, answers, known: all.length - answers.length };
  };

  const quoteOf = async (
    planned: Awaited<ReturnType<typeof plan>>,
    signal?: AbortSignal,
  ): Promise<TranslationQuote> => {
    const { to, kind, translator, answers, known } = planned;
    const list = answers.map(({ request, answer }) => priced(request, answer.driver));
    const problems = answers.length === 0 ? [] : await translator.problems(list);
    return {
      to,
      with: kind,
      label: translator.label,
      answers: answers.length,
      again: answers.filter(({ answer }) => answer.translatedAtMs !== null).length,
      known,
      characters: list.reduce((sum, { characters }) => sum + characters, 0),
      price:
        problems.length > 0
          ? { credits: null, cost: null, currency: null, note: '' }
          : await translator.price(list, signal),
      problems: [...problems],
    };
  };

  const run = (
    job: TranslationJob,
    answers: readonly ReadAnswer[],
    translator: Translator,
    limit: RouteParsedInput<'translations.start'>['limit'],
  ): void => {
    const stop = new AbortController();
    const answerOf = new Map(answers.map(({ answer }) => [answer.id, answer]));
    let reportedMs = 0;
    let unreported: string[] = [];
    const changed = (next: TranslationJob, ids: readonly string[]): void => {
      entry.job = next;
      unreported.push(...ids);
      const isOver = next.state !== 'running';
      if (!isOver && clock.now() - reportedMs < reportEveryMs && next.done < next.total) return;
      reportedMs = clock.now();
      publish('translations.changed', { job: next, ids: unreported });
      unreported = [];
    };
    const read = async (id: string): Promise<ReadAnswer | null> => {
      const answer = answerOf.get(id);
      return answer === undefined
        ? null
        : ((await readAnswers([answer as TranslatableAnswer], job.to))[0] ?? null);
    };
    const work = last.then(() =>
      runTranslationJob(
        job,
        [...answerOf.keys()],
        limit,
        {
          translator,
          read,
          store: (translation) => history.call('translations.store', translation),
          spend: (spent) => history.call('translations.spend', spent),
          now: clock.now,
          changed,
        },
        stop.signal,
      ),
    );
    const entry = { job, stop, ended: work };
    jobs.set(job.id, entry);
    last = work;
    for (const id of jobs.keys()) {
      if (jobs.size <= maxJobs) break;
      if (jobs.get(id)?.job.state !== 'running') jobs.delete(id);
    }
  };

  const mustFind = (id: string) => {
    const found = jobs.get(id);
    if (found === undefined)
      throw new AppError('NOT_FOUND', 'No such translation job. It may have ended long ago.');
    return found;
  };

  return {
    stored: (input: RouteParsedInput<'translations.stored'>) => history.call('translations.stored', input),
    get: (input: RouteParsedInput<'translations.get'>) => history.call('translations.get', input),
    passages: async (input: RouteParsedInput<'translations.passages'>) => ({
      texts: [...(await translatedPassages(history, input))],
    }),
    async quote(input: Choice, context?: { readonly signal: AbortSignal }): Promise<TranslationQuote> {
      const planned = await plan(input);
      try {
        return await quoteOf(planned, context?.signal);
      } finally {
        await planned.translator.close();
      }
    },
    async start({ limit, ...input }: RouteParsedInput<'translations.start'>): Promise<TranslationJob> {
      const planned = await plan(input);
      const { to, kind, translator, answers } = planned;
      const problems =
        answers.length === 0
          ? []
          : await translator.problems(answers.map(({ request, answer }) => priced(request, answer.driver)));
      if (problems.length > 0) {
        await translator.close();
        throw new AppError('CONFLICT', problems.join(' '));
      }
      const job: TranslationJob = {
        id: newId(),
        to,
        with: kind,
        label: translator.label,
        runId: input.runId ?? null,
        state: 'waiting',
        done: 0,
        total: answers.length,
        blocks: 0,
        refused: 0,
        characters: 0,
        credits: null,
        cost: null,
        currency: null,
        reason: null,
      };
      run(job, answers, translator, limit);
      return job;
    },
    jobs: () => ({ jobs: [...jobs.values()].map(({ job }) => job).reverse() }),
    async finish({ id }: { readonly id: string }, { signal }: { readonly signal: AbortSignal }) {
      const { stop, ended } = mustFind(id);
      signal.addEventListener('abort', () => stop.abort(), { once: true });
      if (signal.aborted) stop.abort();
      return ended;
    },
    async cancel({ id }: { readonly id: string }): Promise<TranslationJob> {
      const { stop, ended } = mustFind(id);
      stop.abort();
      return ended;
    },
    translators: async () => ({ translators: [...(await translators.list())] }),
    setKey: async ({ translator, key }: RouteParsedInput<'translations.setKey'>) => {
      await translators.setKey(translator, key === '' ? null : key);
      return {};
    },
    setting: ({ projectId }: { readonly projectId: string }) => settingOf(projectId),
    async choose({ projectId, setting }: RouteParsedInput<'translations.choose'>) {
      const { defaults } = await history.call('projects.get', { project: projectId });
      await history.call('projects.setDefaults', {
        project: projectId,
        defaults: { ...defaults, translation: setting ?? undefined },
      });
      publish('projects.changed', {});
      return {};
    },
    /** Ends all jobs; what is translated is kept. */
    async stop(): Promise<void> {
      for (const { stop } of jobs.values()) stop.abort();
      await last;
      await translators.close();
    },
  };
}
