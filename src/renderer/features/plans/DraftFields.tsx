import {
  memo,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { engines } from '#shared/interface/engines.ts';
import { type Market, marketKey } from '#shared/model/market.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { TextField } from '../../ui/Field.tsx';
import { Flag } from '../../ui/Flag.tsx';
import { formatCount, formatQuantity } from '../../ui/format.ts';
import { locationLabel } from '../../ui/locationLabels.ts';
import { type DraftFieldsProps, DraftQuestions } from './DraftQuestions.tsx';
import { choicesFor, withMarkets } from './planDraft.ts';

/** Fields of a plan: questions with variables, engines, markets, repeats and extra data. */
export function DraftFields({
  draft,
  onChange,
  planner,
}: DraftFieldsProps & {
  /** Shown beside the repeats: how many are needed. */
  readonly planner: ReactNode;
}) {
  const nameOf = useEngineNames();
  const extras = useMemo(() => choicesFor(draft.engines), [draft.engines]);
  const toggled = <Item,>(items: readonly Item[], item: Item): readonly Item[] =>
    items.includes(item) ? items.filter((each) => each !== item) : [...items, item];
  return (
    <>
      <DraftQuestions draft={draft} onChange={onChange} />
      <div className="grid gap-4 min-[1100px]:grid-cols-2">
        <Markets draft={draft} onChange={onChange} />
        <div className="flex flex-col gap-3">
          <Checks
            legend="Engines"
            choices={engines.map((engine) => ({ id: engine, label: nameOf(engine) }))}
            chosen={draft.engines}
            onToggle={(id) => {
              const engine = engines.find((known) => known === id);
              if (engine) onChange({ ...draft, engines: toggled(draft.engines, engine) });
            }}
          />
          <Checks
            legend="Extra data (where supported)"
            choices={extras.map(({ name, label }) => ({ id: name, label }))}
            chosen={draft.include}
            onToggle={(id) => onChange({ ...draft, include: toggled(draft.include, id) })}
          />
          <div className="flex items-end gap-2">
            <TextField
              label="Repeats per question"
              className="w-40"
              type="number"
              min={1}
              max={50}
              value={draft.samples}
              onChange={(value) =>
                onChange({
                  ...draft,
                  samples: Math.max(1, Math.min(50, Math.floor(Number(value)) || 1)),
                })
              }
            />
            {planner}
          </div>
        </div>
      </div>
    </>
  );
}

function Markets({ draft, onChange }: DraftFieldsProps) {
  const [text, setText] = useState('');
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const add = (): void => {
    if (text.trim() === '') return;
    const next = withMarkets(draft, text);
    setUnknown(next.unknown);
    setText(next.unknown.join(', '));
    onChange(next.draft);
  };
  const newest = useRef({ draft, onChange });
  useEffect(() => {
    newest.current = { draft, onChange };
  });
  const remove = useCallback((market: Market): void => {
    const now = newest.current;
    now.onChange({ ...now.draft, markets: now.draft.markets.filter((each) => each !== market) });
  }, []);
  const problem = unknown.length > 0 ? `Unknown country or group: ${unknown.join(', ')}.` : undefined;
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Markets"
        hint="Names, codes or groups: germany, at, G7, US:CA. Press Enter to add."
        problem={problem}
        placeholder={draft.markets.length === 0 ? 'G7, at, US:CA' : 'Add more'}
        value={text}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
        onChange={setText}
      />
      {draft.markets.length > 0 ? (
        <>
          <MarketChips markets={draft.markets} onRemove={remove} />
          <div className="flex items-center gap-2 text-ink-2 text-table">
            {formatQuantity(draft.markets.length, 'market')}
            <Button look="quiet" size="small" onClick={() => onChange({ ...draft, markets: [] })}>
              Clear
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}
type MarketChipsProps = {
  readonly markets: readonly Market[];
  /** Must keep its identity, otherwise all chips are rendered at every key. */
  readonly onRemove: (market: Market) => void;
};

/** Number of chips rendered at first, because rendering two hundred and fifty blocks the window. */
const fewChips = 60;

const MarketChips = memo(function MarketChips({ markets, onRemove }: MarketChipsProps) {
  const [all, setAll] = useState(false);
  const drawn = all ? markets : markets.slice(0, fewChips);
  return (
    <div className="flex max-h-40 flex-wrap items-center gap-1 overflow-y-auto">
      {drawn.map((market) => (
        <MarketChip key={marketKey(market)} market={market} onRemove={onRemove} />
      ))}
      {drawn.length < markets.length ? (
        <Button look="quiet" size="small" onClick={() => startTransition(() => setAll(true))}>
          Show {formatCount(markets.length - drawn.length)} more
        </Button>
      ) : null}
    </div>
  );
});

const MarketChip = memo(function MarketChip({
  market,
  onRemove,
}: Pick<MarketChipsProps, 'onRemove'> & { readonly market: Market }) {
  const { code, name } = locationLabel(market);
  return (
    <Chip title={name} removeLabel={`Remove ${name}`} onRemove={() => onRemove(market)}>
      {market.country ? <Flag country={market.country} /> : null}
      {code}
    </Chip>
  );
});

function Checks({
  legend,
  choices,
  chosen,
  onToggle,
}: {
  readonly legend: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onToggle: (id: string) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-ink-2 text-table">{legend}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {choices.map(({ id, label }) => (
          <label key={id} className="flex items-center gap-1.5">
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => onToggle(id)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
