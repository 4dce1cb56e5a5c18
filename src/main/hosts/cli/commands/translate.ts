import { resolve } from 'node:path';
import { Option } from 'commander';
import { languageName } from '#shared/geo/languages.ts';
import type { TranslationJob, TranslationPrice, TranslationQuote } from '#shared/model/translation.ts';
import { translatorKinds } from '#shared/model/translators.ts';
import type { CommandContext, Declare } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { formatOption, languageArgument, pathArgument, positiveNumber } from '../flags.ts';
import { number, print } from '../print.ts';
import { fitted } from '../textTable.ts';
import { unlessUnknown } from './compare.ts';
import { translationModels } from './translationModels.ts';

/** Translates the answers of a run, of a plan, or what a search finds, and stores the translations beside them. */
export const translate: Declare = (command, actions) => {
  translationModels(command, actions);
  command
    .argument('[run]')
    .option('--plan <name>', 'All answers of a plan, in place of a run')
    .option('--search <text>', 'What a search of the project finds, in place of a run')
    .option(
      '--to <language>',
      'Language to read in, such as en (default: the setting of the project)',
      languageArgument,
    )
    .addOption(
      new Option('--with <name>', 'Translator (default: the setting of the project)').choices(
        translatorKinds,
      ),
    )
    .option(
      '--models <folder>',
      'Folder of translation models for --with local; kept as a setting',
      pathArgument,
    )
    .option('--again', 'Also translate what is translated already', false)
    .option('--yes', 'Confirm the price', false)
    .option('--cost-limit <amount>', 'Stop before this amount of money', positiveNumber(1_000_000))
    .option('--credit-limit <n>', 'Stop before this number of credits', positiveNumber(1_000_000_000))
    .option('--save', 'Keep language and translator as the setting of the project', false)
    .addOption(formatOption('text', 'json'))
    .action(
      actions.withCore(
        async (
          context,
          runId,
          { plan, search, to, with: kind, models, again, yes, costLimit, creditLimit, save, format },
        ) => {
          if ([runId, plan, search].filter((each) => each !== undefined).length !== 1)
            throw new UsageError('Name one of: a run, --plan NAME, or --search TEXT.');
          const project =
            runId === undefined
              ? undefined
              : (await unlessUnknown(runId, context.call('runs.get', { runId }))).run.projectId;
          if (models !== undefined) await keepModelFolder(context, models);
          const choice = { runId, plan, search, project, to, with: kind, again };
          const quote = await context.call('translations.quote', choice, context.interrupted);
          context.terminal.stderr(`${quoteText(quote)}\n`);
          if (quote.problems.length > 0) throw new UsageError(quote.problems.join('\n'));
          if (save)
            await context.call('translations.choose', {
              project,
              setting: { to: quote.to, with: quote.with },
            });
          if (!yes && quote.answers > 0 && mayCost(quote.price))
            throw new UsageError(
              'Nothing was sent. Add --yes to confirm the price, and --cost-limit to limit it.',
            );
          const job = await follow(context, { ...choice, limit: { cost: costLimit, credits: creditLimit } });
          print(context, format, job, () => `${jobText(job)}\n`);
          return exitCodeOf(job);
        },
      ),
    );
};

async function keepModelFolder({ call }: CommandContext, folder: string): Promise<void> {
  const { translation } = await call('settings.get', {});
  await call('settings.update', {
    translation: { ...translation, models: { ...translation.models, folder: resolve(folder) } },
  });
}

async function follow(
  { call, subscribe, terminal, interrupted }: CommandContext,
  input: Parameters<typeof call<'translations.start'>>[1],
): Promise<TranslationJob> {
  const unsubscribe = subscribe((event) => {
    if (event.name !== 'translations.changed' || event.payload.job === null) return;
    const { done, total, label } = event.payload.job;
    const line = `${label}: ${number(done)} of ${number(total)} answers · Ctrl+C stops`;
    terminal.liveLine(fitted(line, terminal.columns() - 1));
  });
  try {
    const { id } = await call('translations.start', input);
    interrupted.addEventListener('abort', () => void call('translations.cancel', { id }).catch(() => {}), {
      once: true,
    });
    return await call('translations.finish', { id });
  } finally {
    unsubscribe();
    terminal.liveLine('');
  }
}

const mayCost = ({ credits, cost }: TranslationPrice): boolean => credits !== 0 || cost !== 0;

const amount = (value: number, currency: string | null): string =>
  currency === null ? String(value) : `${value.toFixed(2)} ${currency}`;

function priceText({ credits, cost, currency, note }: TranslationPrice): string {
  const parts = [
    credits === null ? null : `${number(credits)} credits`,
    cost === null ? null : amount(cost, currency),
  ].filter((part) => part !== null);
  const known = !(credits === 0 || credits === null) || !(cost === 0 || cost === null);
  return `${known ? `At most ${parts.join(', ')}. ` : ''}${note}`;
}

function quoteText({ answers, known, characters, to, label, price, problems }: TranslationQuote): string {
  const language = languageName(to, 'en');
  const left = known > 0 ? ` ${number(known)} need no translation.` : '';
  if (answers === 0) return `Nothing to translate into ${language}.${left}`;
  const sent = `${number(answers)} ${answers === 1 ? 'answer' : 'answers'} into ${language} with ${label}: ${number(characters)} characters.${left}`;
  return problems.length > 0 ? sent : `${sent}\n${priceText(price)}`;
}

function jobText({
  done,
  total,
  blocks,
  refused,
  credits,
  cost,
  currency,
  state,
  reason,
}: TranslationJob): string {
  const spent = [
    credits === null || credits === 0 ? null : `${number(credits)} credits`,
    cost === null || cost === 0 ? null : amount(cost, currency),
  ].filter((part) => part !== null);
  const kept =
    refused > 0
      ? ` ${number(refused)} of ${number(blocks)} sections are shown in the original, because a name or number was lost.`
      : '';
  const paid = spent.length > 0 ? ` Cost: ${spent.join(', ')}.` : '';
  const early =
    state === 'completed' ? '' : ` ${reason ?? 'Cancelled.'} Run the command again to translate the rest.`;
  return `${number(done)} of ${number(total)} answers translated.${kept}${paid}${early}`;
}

function exitCodeOf({ state }: TranslationJob): ExitCode {
  if (state === 'completed') return exitCode.everyAnswer;
  return state === 'failed' ? exitCode.someFailed : exitCode.unfinished;
}
