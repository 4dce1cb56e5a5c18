import { useMemo, useState } from 'react';
import { type Continent, continents, countries, countryName } from '#shared/geo/countries.ts';
import { foldName } from '#shared/geo/countryAliases.ts';
import { type MarketPlace, marketId } from '#shared/geo/marketInput.ts';
import { findPreset, marketPresets } from '#shared/geo/presets.ts';
import { usStates } from '#shared/geo/states.ts';
import { isAvailable } from '#shared/interface/availability.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { inputLook } from '../../ui/Field.tsx';
import { Flag } from '../../ui/Flag.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { useComposer } from './composerContext.ts';

type MarketGroup = { readonly id: string; readonly name: string; readonly markets: readonly MarketRow[] };
type MarketRow = {
  readonly market: MarketPlace;
  readonly id: string;
  readonly name: string;
  readonly search: string;
};

const continentName = (continent: Continent): string =>
  findPreset(continent)?.name ?? continent.charAt(0).toUpperCase() + continent.slice(1);

const row = (market: MarketPlace, name: string): MarketRow => ({
  market,
  id: marketId(market),
  name,
  search: foldName(`${name} ${marketId(market)}`),
});

const byName = (left: MarketRow, right: MarketRow): number => left.name.localeCompare(right.name, 'en');

function allGroups(): readonly MarketGroup[] {
  return [
    ...continents.map((continent) => ({
      id: continent,
      name: continentName(continent),
      markets: countries
        .filter((country) => country.continent === continent)
        .map((country) => row({ country: country.code }, countryName(country.code, 'en')))
        .sort(byName),
    })),
    {
      id: 'us-states',
      name: 'US states',
      markets: usStates.map((state) => row({ country: 'US', state: state.code }, state.name)),
    },
  ];
}

/** Checkboxes for all countries and US states, by region. */
export function MarketBrowser({ onClose }: { readonly onClose: () => void }) {
  const markets = useComposer((state) => state.markets);
  const engine = useComposer((state) => state.engine);
  const setMarkets = useComposer((state) => state.setMarkets);
  const [text, setText] = useState('');
  const groups = useMemo(allGroups, []);
  const chosen = useMemo(() => new Set(markets.map(marketId)), [markets]);
  const wanted = foldName(text);
  const shown = groups
    .map((group) => ({
      ...group,
      markets: wanted === '' ? group.markets : group.markets.filter((each) => each.search.includes(wanted)),
    }))
    .filter((group) => group.markets.length > 0);

  const set = (rows: readonly MarketRow[], on: boolean): void => {
    const ids = new Set(rows.map((each) => each.id));
    const kept = markets.filter((market) => on || !ids.has(marketId(market)));
    const added = on ? rows.filter((each) => !chosen.has(each.id)).map((each) => each.market) : [];
    setMarkets([...kept, ...added]);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Markets"
      description="All 250 countries and territories, and the US states. Groups add to the selection."
      width="wide"
      footer={
        <>
          <span className="me-auto text-ink-2 text-table tabular" role="status">
            {formatQuantity(markets.length, 'market')} chosen
          </span>
          <Button disabled={markets.length === 0} onClick={() => setMarkets([])}>
            Clear all
          </Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="sticky top-0 z-10 flex flex-col gap-2 border-line border-b bg-raised px-4 py-3">
        <input
          autoFocus
          aria-label="Find a country or state"
          placeholder="Find a country or state"
          className={inputLook}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex flex-wrap gap-1">
          {marketPresets.map((preset) => (
            <Button
              key={preset.id}
              size="small"
              title={formatQuantity(preset.countries.length, 'country', 'countries')}
              onClick={() => {
                const fresh = preset.countries
                  .filter((code) => !chosen.has(code))
                  .map((country) => ({ country }));
                setMarkets([...markets, ...fresh]);
              }}
            >
              {preset.name}
            </Button>
          ))}
        </div>
      </div>
      {shown.length === 0 ? <EmptyState title={`No country or state matches “${text}”`} /> : null}
      <div className="flex flex-col gap-4 px-4 py-3">
        {shown.map((group) => (
          <fieldset key={group.id} className="min-w-0">
            <legend className="flex w-full items-center gap-2 pb-1">
              <span className="font-semibold">{group.name}</span>
              <span className="text-ink-3 text-table tabular">
                {group.markets.filter((each) => chosen.has(each.id)).length} of {group.markets.length}
              </span>
              <Button size="small" look="quiet" onClick={() => set(group.markets, true)}>
                All<span className="sr-only"> of {group.name}</span>
              </Button>
              <Button size="small" look="quiet" onClick={() => set(group.markets, false)}>
                None<span className="sr-only"> of {group.name}</span>
              </Button>
            </legend>
            <div className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-3">
              {group.markets.map((each) => {
                const available = isAvailable(engine, each.market.country);
                return (
                  <label
                    key={each.id}
                    title={available ? undefined : 'Not available for this engine'}
                    className="flex h-6 min-w-0 items-center gap-2 rounded-sm px-1 hover:bg-hover"
                  >
                    <input
                      type="checkbox"
                      className="size-3.5 shrink-0"
                      checked={chosen.has(each.id)}
                      onChange={(event) => set([each], event.target.checked)}
                    />
                    <Flag country={each.market.country} />
                    <span className="w-6 shrink-0 text-ink-3 text-table">{each.market.state ?? each.id}</span>
                    <span className={`truncate ${available ? '' : 'text-ink-3 line-through'}`}>
                      {each.name}
                    </span>
                  </label>
                );
              })}
            </div>
          </fieldset>
        ))}
      </div>
    </Dialog>
  );
}
