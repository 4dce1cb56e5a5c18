import type { BridgeEvent } from '#shared/bridge/events.ts';
import { sharesLabel } from '#shared/documents/wordingSentences.ts';
import type { AskInput, CellState, CellView, RunDetail } from '#shared/model/run.ts';
import { wordingShares } from '#shared/model/wordingTexts.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { marketCode, printAnswers } from '../answerDocument.ts';
import { answerWriter, isLineFormat } from '../answerLine.ts';
import { readAsking } from '../asking.ts';
import { withConnection } from '../connections.ts';
import type { CommandContext, Declare } from '../context.ts';
import { exitCode, UsageError } from '../exitCodes.ts';
import { collect, connectionOption, formatOption, maxCredits, wholeNumber } from '../flags.ts';
import { createProgressLine } from '../progressLine.ts';
import { readAnswers } from '../storedAnswers.ts';
import { readWordingFlags } from '../wordingInput.ts';

const ended: ReadonlySet<CellState> = new Set(['completed', 'failed', 'cancelled', 'unknown']);

/**
 * Asks one question in many countries and prints the answers: lines of JSON or CSV as they arrive, otherwise
 * all at the end.
 */
export const ask: Declare = (command, { withCore }) =>
  command
    .argument('<question>')
    .option('--countries <list>', 'Codes, names or groups, such as US,DE,JP or G7; "*" for no country')
    .option('--engine <name>', 'Engine', 'assistant-a')
    .option('--state <code>', 'US state, such as CA')
    .option('--include <list>', 'Extra data, such as markdown,searchQueries')
    .option('--wording <market=text>', 'Wording for a country or language (repeatable)', collect, [])
    .option('--wordings <file>', 'Wordings: country or language, and text, in each line')
    .option('--repeats <n>', 'Repeats per market', wholeNumber(1, 50), 1)
    .option('--legacy', 'Ask for the legacy version of the answer (assistant-a)', false)
    .option('--pages <n>', 'Pages of results (search, search/news)', wholeNumber(1, 10))
    .option(
      '--credit-limit <n>',
      'Send nothing if the run can cost more, and stop before it is passed',
      wholeNumber(0, maxCredits),
    )
    .option(
      '--credits-per-request <n>',
      'Highest price of a request, where the connection has no price list',
      wholeNumber(0, maxCredits),
    )
    .addOption(connectionOption())
    .addOption(formatOption('table', 'json', 'jsonl', 'csv', 'csv-excel', 'md'))
    .action(
      withCore(async (context, question, flags) => {
        if (question.trim() === '')
          throw new UsageError('The question is empty. Enter it after "ask", in quotes.');
        const { format, repeats, creditLimit, creditsPerRequest } = flags;
        const asking = readAsking(flags);
        if (asking.leftOut.length > 0)
          context.terminal.stderr(
            `Left out, as ${asking.engine} cannot be asked there: ${asking.leftOut.join(', ')}.\n`,
          );
        const wordings = await readWordingFlags(flags, context.terminal);
        const connection = await withConnection(context, flags.connection);
        const write = isLineFormat(format) ? answerWriter(format, () => question) : null;
        const asked: AskInput = {
          question,
          wordings: Object.keys(wordings).length === 0 ? undefined : wordings,
          engine: asking.engine,
          markets: [...asking.markets],
          samples: repeats,
          options: { ...asking.options },
          connectionId: connection.id,
        };
        if (asked.wordings !== undefined)
          context.terminal.stderr(`${sharesLabel(wordingShares(wordings, asked.markets))}\n`);
        const limit =
          repeats > 1 || creditLimit !== undefined
            ? await showCost(context, asked, creditLimit, creditsPerRequest)
            : undefined;
        const follower = followRun(context);
        try {
          const { runId } = await context.call('runs.start', { ...asked, limit });
          const { run, cells } = await follower.untilEnded(runId, async (part, ended) => {
            if (write === null) return;
            for (const { line } of await readAnswers(context.call, part, ended))
              context.terminal.stdout(write(line));
          });
          if (!isLineFormat(format)) await printAnswers(context, { run, cells }, format);
          const { completed, total } = run.counts;
          if (run.state !== 'paused') return completed === total ? exitCode.everyAnswer : exitCode.someFailed;
          const own = run.limits?.holdReason === 'ceiling-run';
          const raised = own ? ' and a higher --credit-limit' : '';
          context.terminal.stderr(
            `${own ? 'The credit limit' : 'A credit limit of the connection'} is reached: ${completed} of ${total} answered, ${counted(run.creditsCharged, 'credit')} charged. Continue with "parallax run resume ${runId}"${raised}.\n`,
          );
          return exitCode.unfinished;
        } finally {
          follower.stop();
        }
      }),
    );

/**
 * The cost of repeats, before anything is sent, and the limit that the run keeps.
 * @throws UsageError if it exceeds the credit limit
 */
async function showCost(
  { call, terminal }: CommandContext,
  asked: AskInput,
  creditLimit: number | undefined,
  creditsPerRequest: number | undefined,
): Promise<AskInput['limit']> {
  const { cells, problems, ...preview } = await call('runs.preview', asked);
  const [problem] = problems;
  if (problem !== undefined) throw new UsageError(problem.message);
  const price =
    preview.maximumCredits === null && creditLimit !== undefined
      ? (creditsPerRequest ?? (await askForPrice(terminal)))
      : null;
  const maximumCredits = price === null ? preview.maximumCredits : price * cells;
  const cost = maximumCredits === null ? null : `up to ${maximumCredits.toLocaleString('en')} credits`;
  if (creditLimit !== undefined && maximumCredits !== null && maximumCredits > creditLimit)
    throw new UsageError(
      `The run can cost ${cost}: the limit of ${creditLimit.toLocaleString('en')} in --credit-limit cannot be kept. Nothing was sent.`,
    );
  for (const notice of preview.notices) terminal.stderr(`${notice}\n`);
  terminal.stderr(
    `${counted(asked.markets.length, 'market')}, ${counted(asked.samples ?? 1, 'repeat')} each: ${counted(cells, 'request')}, ${cost ?? 'price not known'}.\n`,
  );
  return creditLimit === undefined ? undefined : { credits: creditLimit, perRequest: price ?? undefined };
}

/** @throws UsageError without an answer: a limit cannot be kept without a price */
async function askForPrice(terminal: CommandContext['terminal']): Promise<number> {
  const typed = terminal.live
    ? await terminal.readSecret(
        'This connection has no price list. Highest credits that one request can cost there: ',
      )
    : '';
  if (/^\d{1,9}$/.test(typed)) return Number(typed);
  throw new UsageError(
    'This connection has no price list, so --credit-limit needs the highest price of a request: add --credits-per-request. Nothing was sent.',
  );
}

type Follower = {
  /** Calls `onEnded` once per cell, when it has ended; resolves with the run at its end. */
  readonly untilEnded: (
    runId: string,
    onEnded: (run: RunDetail['run'], cells: readonly CellView[]) => Promise<void>,
  ) => Promise<RunDetail>;
  readonly stop: () => void;
};

/** After Ctrl+C, calls under way have this long to answer: the process ends soon after (`lastWorkMs`). Milliseconds. */
const lastCallsMs = 2000;

/** Subscribes before the run starts, so that no change before the first read is lost. */
function followRun(context: CommandContext): Follower {
  const { call, subscribe, terminal, clock, interrupted, unstorable } = context;
  const progress = createProgressLine(terminal);
  const startedAtMs = clock.now();
  let wake = Promise.withResolvers<void>();
  const nudge = (): void => {
    wake.resolve();
    wake = Promise.withResolvers<void>();
  };
  let wanted: string | null = null;
  let ending: NodeJS.Timeout | undefined;
  let counts: RunDetail['run']['counts'] | null = null;
  const stopListening = subscribe((event: BridgeEvent) => {
    if (event.name !== 'run.changed') return;
    if (wanted !== null && event.payload.run.id !== wanted) return;
    counts = event.payload.run.counts;
    nudge();
  });
  const ticking = setInterval(() => {
    if (counts) progress.show(counts, clock.now() - startedAtMs);
  }, 500);

  return {
    untilEnded: async (runId, onEnded) => {
      wanted = runId;
      const given = new Set<string>();
      const cancelNow = (): void => void call('runs.cancel', { runId }).then(nudge, nudge);
      const cancel = (): void => {
        cancelNow();
        // Cancelling again ends the calls themselves.
        ending = setTimeout(cancelNow, lastCallsMs);
      };
      if (interrupted.aborted) cancel();
      else interrupted.addEventListener('abort', cancel, { once: true });
      unstorable.addEventListener('abort', nudge);
      for (;;) {
        unstorable.throwIfAborted();
        const changed = wake.promise;
        const detail = await call('runs.get', { runId });
        // A cancelled run is finished only when its calls in progress have ended too.
        const over = detail.run.state !== 'running' && detail.run.counts.running === 0;
        const fresh = detail.cells.filter((cell) => (over || ended.has(cell.state)) && !given.has(cell.id));
        if (fresh.length > 0) {
          progress.clear();
          await onEnded(detail.run, fresh);
          for (const cell of fresh) {
            given.add(cell.id);
            progress.ended(marketCode(place(cell)), cell.state, given.size, detail.run.counts.total);
          }
        }
        if (over) {
          progress.clear();
          return detail;
        }
        progress.show(detail.run.counts, clock.now() - startedAtMs);
        await changed;
      }
    },
    stop: () => {
      clearInterval(ticking);
      clearTimeout(ending);
      stopListening();
      progress.clear();
    },
  };
}

const place = (cell: CellView): { country: string | null; state: string | null } => ({
  country: cell.market.country,
  state: cell.market.state ?? null,
});
