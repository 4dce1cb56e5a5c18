import { readFile } from 'node:fs/promises';
import { powerSentences } from '#shared/documents/powerSentences.ts';
import { wordingLines } from '#shared/documents/wordingSentences.ts';
import type { PlanQuote, PowerComparison } from '#shared/model/plan.ts';
import { planQuestionsSheet, plansSheet, quoteSheet } from '#shared/tables/planSheets.ts';
import { connectionNamed, withConnection } from '../connections.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../flags.ts';
import { type PlanFlags, readPlan } from '../planInput.ts';
import { jsonLine } from '../storedAnswers.ts';
import { textTable } from '../textTable.ts';
import { readWordingFlags, type WordingFlags } from '../wordingInput.ts';

type Format = 'table' | 'json';

export type CreatePlanOptions = PlanFlags &
  WordingFlags & {
    readonly name: string;
    readonly questions?: string;
    readonly skipRejected: boolean;
    readonly format: Format;
  };

const listedMarkets = 20;
const number = (value: number): string => value.toLocaleString('en');

/** Saves a plan, or the next version of one, and prints what was saved. */
export async function createPlan(context: CommandContext, options: CreatePlanOptions): Promise<ExitCode> {
  const { call, terminal } = context;
  const file = options.questions === undefined ? null : await readQuestionFile(options.questions);
  let plan = readPlan(options, file, await readWordingFlags(options));
  if (options.skipRejected) {
    const { id: connectionId } = await connectionNamed(context, undefined);
    const quote = await call('plans.price', { plan, connectionId });
    plan = { ...plan, excluded: [...plan.excluded, ...quote.refusedCells] };
    if (quote.refusedGroups > 0)
      terminal.stderr(`${number(quote.refusedGroups)} requests would be rejected and are excluded.\n`);
  }
  const saved = await call('plans.save', { name: options.name, plan });
  if (options.format === 'json') terminal.stdout(jsonLine(saved));
  else {
    const what = saved.created ? 'saved as version' : 'unchanged in version';
    terminal.stdout(
      `"${saved.name}" ${what} ${saved.version}: ${number(saved.cells)} ${saved.cells === 1 ? 'request' : 'requests'}. Estimate the price with "parallax plan price ${quoted(saved.name)}".\n`,
    );
  }
  return exitCode.everyAnswer;
}

export async function listPlans({ call, terminal }: CommandContext, format: ListFormat): Promise<ExitCode> {
  const { plans } = await call('plans.list', {});
  const file = sheetText(format, () => plansSheet(plans));
  if (file !== null) terminal.stdout(file);
  else if (format === 'json') for (const plan of plans) terminal.stdout(jsonLine(plan));
  else if (plans.length === 0) {
    terminal.stderr('No plans yet. Create one with "parallax plan create".\n');
  } else {
    terminal.stdout(
      textTable(
        ['PLAN', 'VERSION', 'QUESTIONS', 'ENGINES', 'MARKETS', 'REPEATS', 'REQUESTS', 'RUNS'],
        plans.map((plan) => [
          plan.name,
          String(plan.version),
          String(plan.questions),
          plan.engines.join(' '),
          String(plan.markets),
          String(plan.samples),
          String(plan.cells),
          String(plan.runs),
        ]),
        terminal.columns(),
      ),
    );
  }
  return exitCode.everyAnswer;
}

export type FoundPlan = { readonly plan: string; readonly version?: number };

export async function showPlan(
  { call, terminal }: CommandContext,
  { format, ...found }: FoundPlan & { readonly format: ListFormat },
): Promise<ExitCode> {
  const detail = await call('plans.get', found);
  const file = sheetText(format, () => planQuestionsSheet(detail.plan.questions));
  if (file !== null) terminal.stdout(file);
  else if (format === 'json') terminal.stdout(jsonLine(detail));
  else {
    const { plan } = detail;
    const lines = [
      `${detail.name}, version ${detail.version} of ${new Date(detail.changedAtMs).toISOString().slice(0, 10)}`,
      `${number(detail.cells)} requests: ${detail.questions} questions x ${detail.engines.join(', ')} x ${detail.markets} markets x ${detail.samples} repeats${plan.excluded.length > 0 ? `, ${plan.excluded.length} excluded` : ''}`,
      '',
      ...plan.questions.flatMap(({ text, tags, wordings = {} }) => [
        `  ${text}${tags.length > 0 ? `  [${tags.join(', ')}]` : ''}`,
        ...Object.entries(wordings).map(([key, wording]) => `    ${key}: ${wording}`),
      ]),
      ...wordingLines(plan.questions, plan.markets).map((line) => `  ${line}`),
      ...Object.entries(plan.variables).map(([name, values]) => `  {${name}}: ${values.join(', ')}`),
    ];
    terminal.stdout(`${lines.join('\n')}\n`);
  }
  return exitCode.everyAnswer;
}

export async function deletePlan(
  { call, terminal }: CommandContext,
  plan: string,
  format: Format,
): Promise<ExitCode> {
  await call('plans.remove', { plan });
  terminal.stdout(
    format === 'json'
      ? jsonLine({ plan, deleted: true })
      : `Plan "${plan}" deleted. Its runs and answers are kept.\n`,
  );
  return exitCode.everyAnswer;
}

export type PricePlanOptions = FoundPlan & { readonly connection?: string; readonly format: ListFormat };

/** What a run of the plan costs at most, before anything is sent. */
export async function pricePlan(context: CommandContext, options: PricePlanOptions): Promise<ExitCode> {
  const quote = await quoteOf(context, options);
  const file = sheetText(options.format, () => quoteSheet(quote));
  if (file !== null) context.terminal.stdout(file);
  else if (options.format === 'json') context.terminal.stdout(jsonLine(quote));
  else context.terminal.stdout(quoteLabel(quote, context.terminal.columns()));
  return exitCode.everyAnswer;
}

export async function quoteOf(
  context: CommandContext,
  options: FoundPlan & { readonly connection?: string },
): Promise<PlanQuote> {
  const { call } = context;
  const { plan } = await call('plans.get', {
    plan: options.plan,
    ...(options.version === undefined ? {} : { version: options.version }),
  });
  const connection = await withConnection(context, options.connection);
  // The balance as it is at this moment; where it cannot be had, the price is given without it.
  await call('connections.refresh', { id: connection.id }).catch(() => null);
  return call('plans.price', { plan, connectionId: connection.id });
}

export function quoteLabel(quote: PlanQuote, columns: number): string {
  const line = (name: string, { cells, maximumCredits }: { cells: number; maximumCredits: number }) => [
    name,
    number(cells),
    number(maximumCredits),
  ];
  const markets = Object.entries(quote.byMarket);
  const further = markets.slice(listedMarkets);
  const rows = [
    ...Object.entries(quote.byEngine).map(([engine, price]) => line(engine, price)),
    ...markets.slice(0, listedMarkets).map(([market, price]) => line(market, price)),
    ...(further.length === 0
      ? []
      : [
          line(`${further.length} more markets`, {
            cells: further.reduce((sum, [, { cells }]) => sum + cells, 0),
            maximumCredits: further.reduce((sum, [, { maximumCredits }]) => sum + maximumCredits, 0),
          }),
        ]),
    ...(quote.addOns.cells > 0 ? [line('of which add-ons', quote.addOns)] : []),
    line('total', quote),
  ];
  const balance = quote.balance === null ? 'unknown' : number(quote.balance);
  const time =
    quote.estimatedSeconds === null
      ? 'unknown until every engine has run once'
      : `about ${duration(quote.estimatedSeconds)} with ${quote.slots ?? 1} slots`;
  return [
    textTable(['', 'REQUESTS', 'MAX. CREDITS'], rows, columns).trimEnd(),
    '',
    `Balance: ${balance} credits${quote.ownTariff ? '' : ` (estimate: "${quote.connectionName}" may charge differently)`}.`,
    `Time: ${time}.`,
    ...(quote.refusedGroups > 0
      ? [
          `${number(quote.refusedGroups)} requests would be rejected: ${quote.refusalProblems.map(({ message }) => message).join(' ')}`,
        ]
      : []),
    '',
  ].join('\n');
}

export type PlanPowerOptions = FoundPlan & {
  readonly brand?: string;
  /** Percentage points. */
  readonly change: number;
  /** Per cent. */
  readonly power: number;
  readonly compare: PowerComparison;
  readonly connection?: string;
  readonly format: Format;
};

/** How many repeats a plan needs to see a change, from how much the project's own answers vary. */
export async function planPower(context: CommandContext, options: PlanPowerOptions): Promise<ExitCode> {
  const { call, terminal, interrupted } = context;
  const { plan, version, brand, compare, format } = options;
  const stored = await call('plans.get', { plan, ...(version === undefined ? {} : { version }) });
  const connection = await withConnection(context, options.connection);
  const [change, power] = [options.change / 100, options.power / 100];
  const found = await call(
    'plans.power',
    {
      plan: stored.plan,
      connectionId: connection.id,
      change,
      power,
      compare,
      ...(brand === undefined ? {} : { brand }),
    },
    interrupted,
  );
  const asked = { change, power, compare, markets: stored.markets, samples: stored.samples };
  terminal.stdout(
    format === 'json'
      ? jsonLine({ plan: stored.name, version: stored.version, ...asked, ...found })
      : `${powerSentences(found, asked).join('\n')}\n`,
  );
  return exitCode.everyAnswer;
}

/** Credits, or that there is no limit. */
export type LimitFlag = number | 'none';

export type LimitOptions = {
  readonly day?: LimitFlag;
  readonly month?: LimitFlag;
  readonly connection?: string;
  readonly format: Format;
};

/** Shows, and with values sets, what a connection may spend in a day and in a month. */
export async function planLimits(context: CommandContext, options: LimitOptions): Promise<ExitCode> {
  const { connections } = await context.call('connections.list', {});
  const connection = connections.find((each) =>
    options.connection === undefined
      ? each.selected
      : each.name === options.connection || each.id === options.connection,
  );
  if (!connection)
    throw new UsageError(
      `No connection "${options.connection ?? ''}". List connections with "parallax connection list".`,
    );
  const { day, month } = options;
  const ceilings = await context.call('plans.setCeilings', {
    connectionId: connection.id,
    ...(day === undefined ? {} : { day: day === 'none' ? null : day }),
    ...(month === undefined ? {} : { month: month === 'none' ? null : month }),
  });
  const words = (ceiling: number | null, spent: number): string =>
    ceiling === null ? `${number(spent)}, no limit` : `${number(spent)} of ${number(ceiling)}`;
  context.terminal.stdout(
    options.format === 'json'
      ? jsonLine(ceilings)
      : `${connection.name}: today ${words(ceilings.day, ceilings.spentToday)}; this month ${words(ceilings.month, ceilings.spentThisMonth)} (credits, UTC, reserved credits included).\n`,
  );
  return exitCode.everyAnswer;
}

export function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

const quoted = (name: string): string => (/\s/.test(name) ? `"${name}"` : name);

async function readQuestionFile(name: string): Promise<{ readonly name: string; readonly text: string }> {
  try {
    return { name, text: await readFile(name, 'utf8') };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The file of --questions cannot be read: ${reason}`);
  }
}
