import type { ZonedDays } from '#shared/figures/trends/zonedDays.ts';
import type { GapList, GapQueryInput } from '#shared/model/gap.ts';
import { gapLists } from '#shared/model/gapLists.ts';
import { filterOf, filterQuery } from '../../window/answerFilter.ts';

/** Address parameters of the screen. */
export type GapParams = Readonly<Record<string, string>>;

/** Gaps per page. */
export const pageSize = 50;
/** Maximum gaps that are exported or shown. */
export const maxGaps = 5000;

export const listOf = ({ list }: GapParams): GapList => gapLists.find((each) => each === list) ?? 'open';

/** Whether the gaps are grouped by cause: unless single ones are asked for, or those of one cause. */
export const isGrouped = ({ view, brand, domain }: GapParams): boolean =>
  view === undefined ? !brand && !domain : view !== 'single';

/** The query of an address. Unreadable parameters are ignored. */
export function queryOf(params: GapParams, nowMs: number, most: number, days: ZonedDays): GapQueryInput {
  const { kind, brand, domain, run } = params;
  return {
    ...filterQuery(filterOf(params), nowMs, days),
    list: listOf(params),
    most,
    grouped: isGrouped(params),
    branded: params.branded === 'with' ? 'with' : 'without',
    ...(kind === 'mention' || kind === 'citation' ? { kind } : {}),
    ...(brand ? { brand } : {}),
    ...(domain ? { domain } : {}),
    ...(run ? { run } : {}),
  };
}
