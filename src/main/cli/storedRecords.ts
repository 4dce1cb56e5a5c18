import type { ExportFilter, StoredRecord } from '#shared/bridge/routes/exports.ts';
import { parseMarketInput } from '#shared/geo/marketInput.ts';
import { engineOfTaskType, engines } from '#shared/interface/engines.ts';
import { storedRecords as pagedRecords } from '../exports/storedRecords.ts';
import type { CommandContext } from './context.ts';
import { UsageError } from './exitCodes.ts';

/** Stored answers one after the other; ends early when the person interrupts. */
export function storedRecords(
  { call, interrupted }: Pick<CommandContext, 'call' | 'interrupted'>,
  filter: ExportFilter,
  pages: boolean,
): AsyncGenerator<StoredRecord> {
  return pagedRecords(
    (input) => call('exports.page', input),
    filter,
    pages,
    () => {
      if (interrupted.aborted) throw new Error('interrupted. Nothing was changed.');
    },
  );
}

export type FilterFlags = {
  readonly engine?: string;
  readonly markets?: string;
  readonly from?: string;
  readonly to?: string;
  readonly text?: string;
  readonly project?: string;
};

/** Which answers are meant. `to` is included with the whole of its day. */
export function filterOf(ids: readonly string[], flags: FilterFlags): ExportFilter {
  const engine = flags.engine === undefined ? undefined : engineOfTaskType(flags.engine);
  if (flags.engine !== undefined && engine === undefined)
    throw new UsageError(`There is no engine "${flags.engine}": use one of ${engines.join(', ')}.`);
  const markets = flags.markets === undefined ? undefined : marketKeys(flags.markets);
  const fromMs = flags.from === undefined ? undefined : timeOf(flags.from, '--from', 0);
  const beforeMs = flags.to === undefined ? undefined : timeOf(flags.to, '--to', 86_400_000);
  return {
    ...(ids.length === 0 ? {} : { ids: [...ids] }),
    ...(engine === undefined ? {} : { engine }),
    ...(markets === undefined ? {} : { markets: [...markets] }),
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(beforeMs === undefined ? {} : { beforeMs }),
    ...(flags.project === undefined ? {} : { project: flags.project }),
    ...(flags.text === undefined ? {} : { text: flags.text }),
  };
}

function marketKeys(text: string): readonly string[] {
  const { markets, unknown } = parseMarketInput(text);
  const [first] = unknown;
  if (first !== undefined) {
    const hint = first.suggestion === undefined ? '' : `; did you mean ${first.suggestion}?`;
    throw new UsageError(`There is no market "${first.text}"${hint}`);
  }
  if (markets.length === 0) throw new UsageError('--markets is empty: write such as DE,US:CA.');
  return markets.map(({ country, state }) => (state === undefined ? country : `${country}:${state}`));
}

/** A day (UTC) or a moment in ISO 8601, milliseconds since 1970; a day ends `dayMs` after its start. */
function timeOf(text: string, flag: string, dayMs: number): number {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new UsageError(
      `${flag} is a day such as 2026-11-01, or a moment such as 2026-11-01T08:00:00Z, and not "${text}".`,
    );
  return day ? at + dayMs : at;
}
