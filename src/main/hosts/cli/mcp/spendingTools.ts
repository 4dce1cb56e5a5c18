import { z } from 'zod';
import { wordingLines } from '#shared/documents/wordingSentences.ts';
import { AppError } from '#shared/model/appError.ts';
import { engineSchema } from '#shared/model/run.ts';
import { isoTime } from '#shared/tables/sheet.ts';
import { UsageError } from '../exitCodes.ts';
import { readPlan } from '../planInput.ts';
import type { Caller } from '../projectCaller.ts';
import { wordingsFrom } from '../wordingInput.ts';
import { projectShape } from './scope.ts';
import type { Spending } from './spending.ts';
import { defineTool, type ToolDesk } from './tool.ts';

/** `spending` is null unless the user allowed it when the server was started. */
export type PricingDesk = ToolDesk & {
  readonly spending: Spending | null;
  /** The one of --project. */
  readonly project: string | undefined;
};
export type SpendingDesk = ToolDesk & { readonly spending: Spending };

export const pricePlan = defineTool({
  name: 'price_plan',
  title: 'Price a question or a plan',
  description:
    'Says what asking one question in some countries, or running a stored plan, costs at most. Sends nothing. Where spending is allowed it gives a quoteId for `ask`, which works once, for ten minutes, for exactly this.',
  input: z.strictObject({
    ...projectShape,
    plan: z.string().max(100).optional().describe('Name of a stored plan; instead of the fields below'),
    question: z.string().trim().min(1).max(4000).optional(),
    engine: engineSchema.default('assistant-a'),
    countries: z.array(z.string().max(100)).max(250).optional().describe('Names, codes or groups'),
    repeats: z.number().int().min(1).max(10).default(1).describe('3 or more show what differs by chance'),
    wordings: z
      .record(z.string().max(40), z.string().max(4000))
      .optional()
      .describe(
        'Other words of the question by country or language, such as {"DE": "…", "French": "…", "fr-CA": "…"}; the most specific one is asked. Have the person read them first',
      ),
  }),
  output: z.object({
    requests: z.number().int(),
    maximumCredits: z.number().int(),
    wording: z.string().nullable().describe('Which market is asked in which words; null without wordings'),
    estimate: z.boolean().describe('true: the connection may charge other prices'),
    connection: z.string(),
    spending: z.string(),
    creditsLeft: z.number().int().nullable().describe('Of what assistants may spend this month'),
    quoteId: z.string().nullable(),
    expiresAt: z.string().nullable(),
  }),
  async run(input, { call, spending, project: chosen }: PricingDesk) {
    // Named explicitly, because the current project may change before the quote is used.
    const project = input.project ?? chosen ?? (await call('projects.list', {})).currentId;
    const { connections } = await call('connections.list', {});
    const connection = connections.find(({ selected }) => selected);
    if (connection === undefined) throw new AppError('NOT_FOUND', 'No connection is selected in Parallax.');
    const { plan, purchase, wording } = await whatIsAsked(call, { ...input, project }, connection.id);
    const price = await call('plans.price', { plan, connectionId: connection.id });
    if (price.refusedGroups > 0)
      throw new UsageError(price.refusalProblems.map(({ message }) => message).join(' '));
    const left = spending === null ? null : await spending.left();
    const quote =
      spending === null || left === null || price.maximumCredits > left
        ? null
        : spending.quote(price.maximumCredits, purchase);
    return {
      requests: price.cells,
      maximumCredits: price.maximumCredits,
      wording,
      estimate: !price.ownTariff,
      connection: price.connectionName,
      spending: spendingWords(spending, left, price.maximumCredits),
      creditsLeft: left,
      quoteId: quote?.id ?? null,
      expiresAt: quote === null ? null : isoTime(quote.expiresAtMs),
    };
  },
});

function spendingWords(spending: Spending | null, left: number | null, credits: number): string {
  if (spending === null || left === null)
    return 'Not allowed: this server was started without --allow-spending. Ask in Parallax instead.';
  const of = `${left} of ${spending.limit} credits are left this month`;
  return credits > left ? `Too expensive: ${of}.` : `Allowed: ${of}.`;
}

async function whatIsAsked(
  call: Caller,
  input: {
    readonly project: string;
    readonly plan?: string;
    readonly question?: string;
    readonly engine: z.output<typeof engineSchema>;
    readonly countries?: readonly string[];
    readonly repeats: number;
    readonly wordings?: Readonly<Record<string, string>>;
  },
  connectionId: string,
) {
  const { project, plan: name, question, engine, countries = [], repeats } = input;
  if (name !== undefined) {
    if (question !== undefined) throw new UsageError('Use either plan or question, not both.');
    if (input.wordings !== undefined)
      throw new UsageError('wordings belong to question. A stored plan has its own.');
    const { id, version, plan } = await call('plans.get', { plan: name, project });
    return {
      plan,
      purchase: { kind: 'plan', run: { plan: id, version, connectionId, project } },
      wording: wordingLines(plan.questions, plan.markets).join(' ') || null,
    } as const;
  }
  if (question === undefined) throw new UsageError('Enter a question, or the name of a plan.');
  const wordings = wordingsFrom(Object.entries(input.wordings ?? {}), 'wordings');
  const plan = readPlan(
    { question: [question], engines: engine, countries: countries.join(','), repeats, var: [], exclude: [] },
    null,
    wordings,
  );
  const { markets, samples } = plan;
  const worded = Object.keys(wordings).length === 0 ? {} : { wordings };
  const run = {
    question,
    ...worded,
    engine,
    markets: [...markets],
    samples,
    options: {},
    connectionId,
    project,
  };
  const wording = wordingLines([worded], markets).join(' ') || null;
  return { plan, purchase: { kind: 'question', run }, wording } as const;
}

export const ask = defineTool({
  name: 'ask',
  title: 'Ask and spend credits',
  description:
    'Asks what a quote of price_plan is for, and spends credits: at most those quoted. Ask the person first. Answers arrive over time: follow run_status with waitSeconds.',
  spends: true,
  input: z.strictObject({ quoteId: z.string().max(100) }),
  output: z.object({
    runId: z.string(),
    maximumCredits: z.number().int(),
    creditsLeft: z.number().int().describe('Of what assistants may spend this month'),
  }),
  async run({ quoteId }, { spending }: SpendingDesk) {
    const { runId, credits } = await spending.use(quoteId);
    return { runId, maximumCredits: credits, creditsLeft: await spending.left() };
  },
});
