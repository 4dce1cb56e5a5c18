import type { ZonedDays } from '#shared/figures/trends/zonedDays.ts';
import { isEngine } from '#shared/interface/engines.ts';
import type { GapList, GapQueryInput } from '#shared/model/gap.ts';
import { gapLists } from '#shared/model/gapLists.ts';

/** Address parameters of the screen. */
export type GapParams = Readonly<Record<string, string>>;

export const periods = [
  { value: '', label: 'All time' },
  { value: '28', label: 'Last 4 weeks' },
  { value: '84', label: 'Last 12 weeks' },
] as const;

/** Gaps per page. */
export const pageSize = 50;
/** Maximum gaps that are exported or shown. */
export const maxGaps = 5000;

export const listOf = ({ list }: GapParams): GapList => gapLists.find((each) => each === list) ?? 'open';

/** The query of an address. Unreadable parameters are ignored. */
export function queryOf(
  params: GapParams,
  nowMs: number,
  most: number,
  { dayAt, startOf }: ZonedDays,
): GapQueryInput {
  const { kind, market, engine = '', brand, domain, question, run } = params;
  const days = Number(params.period);
  return {
    list: listOf(params),
    most,
    engines: isEngine(engine) ? [engine] : [],
    markets: market ? [market] : [],
    branded: params.branded === 'with' ? 'with' : 'without',
    ...(kind === 'mention' || kind === 'citation' ? { kind } : {}),
    ...(brand ? { brand } : {}),
    ...(domain ? { domain } : {}),
    ...(question ? { question } : {}),
    ...(run ? { run } : {}),
    ...(Number.isInteger(days) && days > 0 ? { fromMs: startOf(dayAt(nowMs) + 1 - days) } : {}),
  };
}
