import type { Engine } from '#shared/interface/engines.ts';
import { submissionCost } from '#shared/interface/tariff.ts';
import { formatCredits } from '../../ui/format.ts';

type Options = Readonly<Record<string, unknown>>;

/** Extra data of assistant-a by tab. */
const extras: Readonly<Record<string, { readonly name: string; readonly label: string }>> = {
  fanout: { name: 'searchQueries', label: 'search queries' },
  shopping: { name: 'shopping', label: 'shopping' },
  ads: { name: 'ads', label: 'ads' },
};
const searchEngines: readonly Engine[] = ['search', 'search/news', 'search-ai'];

export type TabData = {
  /** Why the tab is empty. */
  readonly reason: string;
  /** How to request the data: button label and request options. Null if the engine does not support it. */
  readonly again: { readonly label: string; readonly options: Options } | null;
};

/** The data that a tab lacks because the run did not request it; null if nothing is missing. */
export function missingData(tab: string, engine: Engine, options: Options): TabData | null {
  const extra = extras[tab];
  if (extra !== undefined && engine === 'assistant-a') {
    const include = { ...(options.include as Options | undefined), [extra.name]: true };
    if ((options.include as Options | undefined)?.[extra.name] !== undefined) return null;
    const more = { ...options, include };
    const cost = submissionCost(engine, more) - submissionCost(engine, options);
    const price = cost > 0 ? ` (+${formatCredits(cost)} per answer)` : '';
    return {
      reason: `Not requested in this run: ${extra.label}`,
      again: { label: `Edit & re-run with ${extra.label}${price}`, options: more },
    };
  }
  if (tab === 'search' && (!searchEngines.includes(engine) || engine === 'search-ai'))
    return { reason: 'Result lists come from the search engines', again: null };
  if ((tab === 'ads' || tab === 'shopping') && !searchEngines.includes(engine))
    return { reason: `This engine reports no ${tab === 'ads' ? 'ads' : 'products'}`, again: null };
  return null;
}
