import { engineOfTaskType, engines } from '#shared/interface/engines.ts';
import type { SurfaceChoice } from '#shared/interface/surface.ts';
import type { ExportFilter, StoredRecord } from '#shared/model/export.ts';
import { storedRecords as pagedRecords } from '../../exports/storedRecords.ts';
import { marketKeys } from './commands/trend.ts';
import type { CommandContext } from './context.ts';
import { UsageError } from './exitCodes.ts';
import { daysOrMoment, periodOf } from './timeFlags.ts';

/** Stored answers one after the other; ends early when the person interrupts. */
export function storedRecords(
  { call, interrupted }: Pick<CommandContext, 'call' | 'interrupted'>,
  filter: ExportFilter,
  pages: boolean,
  onUnreadable: (ids: readonly string[]) => void,
): AsyncGenerator<StoredRecord> {
  return pagedRecords(
    (input) => call('exports.page', input),
    filter,
    pages,
    () => {
      if (interrupted.aborted) throw new Error('interrupted. Nothing was changed.');
    },
    onUnreadable,
  );
}

export type FilterFlags = {
  readonly engine?: string;
  readonly surface?: SurfaceChoice;
  readonly markets?: string;
  readonly from?: string;
  readonly to?: string;
  readonly text?: string;
  readonly project?: string;
};

/** Which answers are meant. `to` is included with the whole of its day, month or year. */
export function filterOf(ids: readonly string[], flags: FilterFlags): ExportFilter {
  const engine = flags.engine === undefined ? undefined : engineOfTaskType(flags.engine);
  if (flags.engine !== undefined && engine === undefined)
    throw new UsageError(`Unknown engine "${flags.engine}". Engines: ${engines.join(', ')}.`);
  const markets = flags.markets === undefined ? undefined : marketKeys('--markets', flags.markets);
  return {
    ...(ids.length === 0 ? {} : { ids: [...ids] }),
    ...(engine === undefined ? {} : { engine }),
    ...(flags.surface === undefined ? {} : { surface: flags.surface }),
    ...(markets === undefined ? {} : { markets: [...markets] }),
    ...periodOf(flags, daysOrMoment),
    ...(flags.project === undefined ? {} : { project: flags.project }),
    ...(flags.text === undefined ? {} : { text: flags.text }),
  };
}
