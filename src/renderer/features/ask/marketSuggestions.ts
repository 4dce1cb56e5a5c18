import { countries, countryName } from '#shared/geo/countries.ts';
import { countryAliases, foldName } from '#shared/geo/countryAliases.ts';
import { type MarketPlace, marketId } from '#shared/geo/marketInput.ts';
import { marketPresets } from '#shared/geo/presets.ts';
import { usStates } from '#shared/geo/states.ts';

/** A suggestion of the market field. `text` is added when it is selected. */
export type MarketSuggestion = {
  readonly id: string;
  readonly kind: 'country' | 'state' | 'group';
  readonly label: string;
  readonly detail: string;
  readonly country: string | null;
  readonly markets: readonly MarketPlace[];
};

type Candidate = MarketSuggestion & { readonly names: readonly string[] };

const everydayNames = Map.groupBy(Object.keys(countryAliases), (alias) => countryAliases[alias] ?? '');

let prepared: readonly Candidate[] | undefined;

function candidates(): readonly Candidate[] {
  prepared ??= [
    ...marketPresets.map((preset) => ({
      id: `group:${preset.id}`,
      kind: 'group' as const,
      label: preset.name,
      detail: `${preset.countries.length} countries`,
      country: null,
      markets: preset.countries.map((country) => ({ country })),
      names: [preset.name, preset.id, ...preset.aliases].map(foldName),
    })),
    {
      id: 'group:us-states',
      kind: 'group' as const,
      label: 'All US states',
      detail: `${usStates.length} states`,
      country: 'US',
      markets: usStates.map((state) => ({ country: 'US', state: state.code })),
      names: ['us states', 'all us states', 'states'].map(foldName),
    },
    ...countries.map(({ code, languages }) => ({
      id: code,
      kind: 'country' as const,
      label: countryName(code, 'en'),
      detail: code,
      country: code,
      markets: [{ country: code }],
      names: [
        ...new Set(
          [
            code,
            countryName(code, 'en'),
            countryName(code, 'de'),
            countryName(code, languages[0] ?? 'en'),
            ...(everydayNames.get(code) ?? []),
          ].map(foldName),
        ),
      ],
    })),
    ...usStates.map((state) => ({
      id: `US:${state.code}`,
      kind: 'state' as const,
      label: state.name,
      detail: `US:${state.code}`,
      country: 'US',
      markets: [{ country: 'US', state: state.code }],
      names: [state.name, `us:${state.code}`, `us ${state.name}`].map(foldName),
    })),
  ];
  return prepared;
}

// "germ" should suggest Germany before German-speaking countries.
const kindOrder: Readonly<Record<MarketSuggestion['kind'], number>> = { country: 0, group: 1, state: 2 };

const rank = (names: readonly string[], wanted: string): number => {
  let best = 0;
  for (const name of names) {
    if (name === wanted) return 4;
    if (name.startsWith(wanted)) best = Math.max(best, 3);
    else if (name.split(/[\s:-]/).some((word) => word.startsWith(wanted))) best = Math.max(best, 2);
    else if (wanted.length > 2 && name.includes(wanted)) best = Math.max(best, 1);
  }
  return best;
};

/** The last word: after the last separator, without a leading minus. */
export function lastWord(text: string): string {
  return (text.split(/[,;\n、，]/).at(-1) ?? '').trim().replace(/^[-−–!]\s*/, '');
}

/** The text before the last word, and whether that word removes markets. */
export function withoutLastWord(text: string): { readonly rest: string; readonly excluded: boolean } {
  const parts = text.split(/[,;\n、，]/);
  return { rest: parts.slice(0, -1).join(','), excluded: /^\s*[-−–!]/.test(parts.at(-1) ?? '') };
}

/** Suggestions for the last word, best first; none if it is empty. */
export function suggestMarkets(text: string, most = 8): readonly MarketSuggestion[] {
  const wanted = foldName(lastWord(text));
  if (wanted === '') return [];
  return candidates()
    .map((candidate, order) => ({ candidate, order, score: rank(candidate.names, wanted) }))
    .filter(({ score }) => score > 0)
    .sort(
      (left, right) =>
        right.score - left.score ||
        kindOrder[left.candidate.kind] - kindOrder[right.candidate.kind] ||
        left.order - right.order,
    )
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Whether all markets of the suggestion are already selected. */
export function isChosen(suggestion: MarketSuggestion, chosen: ReadonlySet<string>): boolean {
  return suggestion.markets.every((market) => chosen.has(marketId(market)));
}
