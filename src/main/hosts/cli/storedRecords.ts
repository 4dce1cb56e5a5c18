import type { ZonedDays } from '#shared/figures/trends/zonedDays.ts';
import type { ExportFilter, StoredRecord } from '#shared/model/export.ts';
import { storedRecords as pagedRecords } from '../../exports/storedRecords.ts';
import type { CommandContext } from './context.ts';
import { engineOf, marketKeys } from './filterFlags.ts';
import { daysOrMoment, periodOf, type TimeFlags } from './timeFlags.ts';

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

/** Which answers are meant. `to` is included with the whole of its day, month or year. */
export function filterOf(
  ids: readonly string[],
  flags: TimeFlags &
    Pick<ExportFilter, 'project' | 'surface' | 'text'> & {
      readonly engine?: string;
      readonly markets?: string;
    },
  days: ZonedDays,
): ExportFilter {
  const { surface, project, text } = flags;
  return {
    ids: ids.length === 0 ? undefined : [...ids],
    engine: engineOf(flags.engine),
    surface,
    markets: flags.markets === undefined ? undefined : [...marketKeys('--markets', flags.markets)],
    ...periodOf(flags, days, daysOrMoment),
    project,
    text,
  };
}
