import type { BridgeEvent } from '#shared/bridge/events.ts';
import type { CellState, CellView, RunDetail } from '#shared/model/run.ts';
import { answersAsMarkdown, answersAsTable, marketCode } from '../answerDocument.ts';
import { answerWriter, isLineFormat, type LineFormat } from '../answerLine.ts';
import { readAsking } from '../asking.ts';
import { withConnection } from '../connections.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { createProgressLine } from '../progressLine.ts';
import { readAnswers } from '../storedAnswers.ts';

export type AskOptions = {
  readonly question: string;
  readonly countries?: string;
  readonly engine: string;
  readonly state?: string;
  readonly include?: string;
  readonly connection?: string;
  readonly format: 'table' | 'md' | LineFormat;
};

const ended: ReadonlySet<CellState> = new Set(['completed', 'failed', 'cancelled', 'unknown']);

/** Asks one question in many countries and prints the answers: lines of JSON or CSV as they arrive, else all at the end. */
export async function ask(context: CommandContext, options: AskOptions): Promise<ExitCode> {
  if (options.question.trim() === '')
    throw new UsageError('The question is empty. Enter it after "ask", in quotes.');
  const asking = readAsking(options);
  const connection = await withConnection(context, options.connection);
  const { format, question } = options;
  const write = isLineFormat(format) ? answerWriter(format, () => question) : null;
  const follower = followRun(context);
  try {
    const { runId } = await context.call('runs.start', {
      question: options.question,
      engine: asking.engine,
      markets: [...asking.markets],
      options: { ...asking.options },
      connectionId: connection.id,
    });
    const detail = await follower.untilEnded(runId, async (run, cells) => {
      if (write === null) return;
      for (const { line } of await readAnswers(context.call, run, cells))
        context.terminal.stdout(write(line));
    });
    if (!isLineFormat(format)) await printAnswers(context, detail, format);
    return detail.run.counts.completed === detail.run.counts.total
      ? exitCode.everyAnswer
      : exitCode.someFailed;
  } finally {
    follower.stop();
  }
}

export async function printAnswers(
  { call, terminal }: CommandContext,
  { run, cells }: Pick<RunDetail, 'run' | 'cells'>,
  format: 'table' | 'md',
): Promise<void> {
  const answers = await readAnswers(call, run, cells);
  terminal.stdout(
    format === 'md'
      ? answersAsMarkdown(run, answers)
      : answersAsTable(
          answers.map(({ line }) => line),
          terminal.columns(),
        ),
  );
}

type Follower = {
  /** Gives each cell to `onEnded` once, when it has ended; resolves with the run as it stands at its end. */
  readonly untilEnded: (
    runId: string,
    onEnded: (run: RunDetail['run'], cells: readonly CellView[]) => Promise<void>,
  ) => Promise<RunDetail>;
  readonly stop: () => void;
};

/** Listens before the run is started, so that no change between start and first look is lost. */
function followRun({ call, subscribe, terminal, clock, interrupted }: CommandContext): Follower {
  const progress = createProgressLine(terminal);
  const startedAtMs = clock.now();
  let wake = Promise.withResolvers<void>();
  const nudge = (): void => {
    wake.resolve();
    wake = Promise.withResolvers<void>();
  };
  let wanted: string | null = null;
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
      const cancel = (): void => void call('runs.cancel', { runId }).then(nudge, nudge);
      if (interrupted.aborted) cancel();
      else interrupted.addEventListener('abort', cancel, { once: true });
      for (;;) {
        const changed = wake.promise;
        const detail = await call('runs.get', { runId });
        // A cancelled run is over only when what was under way has ended too.
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
      stopListening();
      progress.clear();
    },
  };
}

const place = (cell: CellView): { country: string | null; state: string | null } => ({
  country: cell.market.country,
  state: cell.market.state ?? null,
});
