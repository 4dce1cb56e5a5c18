import type { AnalysisModelView } from '#shared/model/analysisModel.ts';
import { dollarsLabel } from '#shared/tables/analysisLabels.ts';
import type { Declare } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { acting, groupOf, leaf, tableOrJson } from '../flags.ts';
import { lines, print } from '../print.ts';

const show: Declare = (group, { withCore }) =>
  acting(group, 'show', 'Show the analysis model, what it cost this month, and what can be chosen').action(
    withCore(async (context, { format }) => {
      const view = await context.call('analysisModel.get', {});
      return print(context, format, view, () => told(view));
    }),
  );

const set: Declare = (group, { withCore }) =>
  leaf(group, 'set', 'Choose the model that analyses answers')
    .argument('<provider>', 'Provider such as openai or openai-compatible')
    .argument('[model]', 'Model; by default the one of the provider’s settings')
    .option('--monthly-limit <usd>', 'Send nothing beyond this many US dollars in a month (UTC)')
    .addOption(tableOrJson())
    .action(
      withCore(async (context, provider, named, { monthlyLimit, format }) => {
        const limit = monthlyLimit === undefined ? null : Number(monthlyLimit);
        if (limit !== null && !(limit > 0))
          throw new UsageError(`Use --monthly-limit with US dollars such as 20, not "${monthlyLimit}".`);
        const { analysts } = await context.call('analysisModel.get', {});
        const model = named ?? analysts.find(({ driver }) => driver === provider)?.model ?? '';
        if (model === '' && analysts.some(({ driver }) => driver === provider))
          throw new UsageError(
            `Name a model of ${provider}, such as "parallax model set ${provider} MODEL".`,
          );
        const choice = { driver: provider, model: model || 'unknown', monthlyLimit: limit };
        const view = await context.call('analysisModel.choose', { choice });
        return print(context, format, view, () => told(view));
      }),
    );

const off: Declare = (group, { withCore }) =>
  acting(group, 'off', 'Choose no model: nothing is analysed by one').action(
    withCore(async (context, { format }) => {
      const view = await context.call('analysisModel.choose', { choice: null });
      return print(context, format, view, () => told(view));
    }),
  );

function told({ choice, problem, analysts, month }: AnalysisModelView): string {
  return lines([
    choice === null ? 'No analysis model.' : `Analysis model: ${choice.driver}, ${choice.model}.`,
    ...(problem === null ? [] : [`It cannot be used now: ${problem}`]),
    ...(choice?.monthlyLimit == null ? [] : [`Monthly limit: ${choice.monthlyLimit} USD.`]),
    `This month (UTC): ${month.requests} requests, ${dollarsLabel(month.amount)}${
      month.unpriced === 0 ? '' : `, ${month.unpriced} without a known price`
    }.`,
    `Providers: ${analysts.map(({ driver, ready }) => (ready ? driver : `${driver} (not connected)`)).join(', ')}.`,
  ]);
}

/** The model that analyses answers. */
export const model = groupOf(show, set, off);
