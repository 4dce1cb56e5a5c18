import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { type MarketPlace, marketId, parseMarketInput } from '#shared/geo/marketInput.ts';
import { isAvailable } from '#shared/interface/availability.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Problem } from '../../ui/Field.tsx';
import { Flag } from '../../ui/Flag.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { locationLabel, unknownSentence } from '../../ui/locationLabels.ts';
import { useComposer } from './composerContext.ts';
import {
  isChosen,
  lastWord,
  type MarketSuggestion,
  suggestMarkets,
  withoutLastWord,
} from './marketSuggestions.ts';

/** With more chips, the rest is folded. */
const maxChips = 16;

/** The market field: chips, free text such as "germany, at, G7, -us, US:CA", and suggestions. */
export function MarketField({ problem }: { readonly problem: string | undefined }) {
  const markets = useComposer((state) => state.markets);
  const engine = useComposer((state) => state.engine);
  const text = useComposer((state) => state.marketText);
  const unknown = useComposer((state) => state.unknownMarkets);
  const setText = useComposer((state) => state.setMarketText);
  const commit = useComposer((state) => state.commitMarketText);
  const remove = useComposer((state) => state.removeMarket);
  const setMarkets = useComposer((state) => state.setMarkets);
  const [unfolded, setUnfolded] = useState(false);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const suggestions = useMemo(() => (open ? suggestMarkets(text) : []), [open, text]);
  const chosen = useMemo(() => new Set(markets.map(marketId)), [markets]);
  // An incomplete word stands for its best suggestion, without an arrow key.
  const unfinished = useMemo(() => parseMarketInput(lastWord(text)).unknown.length > 0, [text]);
  const marked = active >= 0 ? active : unfinished && suggestions.length > 0 ? 0 : -1;
  const activeOption = suggestions[marked];
  const blocked = markets.filter((market) => !isAvailable(engine, market.country));
  const message = unknownSentence(unknown) ?? blockedSentence(engine, blocked) ?? problem;

  const choose = (suggestion: MarketSuggestion): void => {
    const { rest, excluded } = withoutLastWord(text);
    setText(
      [rest, ...suggestion.markets.map((market) => `${excluded ? '-' : ''}${marketId(market)}`)].join(','),
    );
    commit();
    setActive(-1);
    input.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (suggestions.length === 0) return;
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const count = suggestions.length;
      setActive((now) => (now < 0 ? (step > 0 ? 0 : count - 1) : (now + step + count) % count));
    } else if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) {
      event.preventDefault();
      if (activeOption) choose(activeOption);
      else commit();
    } else if (event.key === 'Tab' && text.trim() !== '') {
      // Leaving the field applies its text. The focus moves as usual.
      commit();
    } else if (event.key === ',' && text.trim() !== '') {
      event.preventDefault();
      commit();
    } else if (event.key === 'Backspace' && text === '') {
      const last = markets.at(-1);
      if (last) remove(marketId(last));
    } else if (event.key === 'Escape' && open && suggestions.length > 0) {
      event.preventDefault();
      setOpen(false);
      setActive(-1);
    }
  };

  return (
    <div className="relative px-3 py-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the chips means the input, which has its own keys */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input itself is reached by keyboard */}
      <div
        onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
        className={classNames(
          'flex min-h-[22px] flex-wrap items-center gap-1',
          unfolded && markets.length > 60 ? 'max-h-48 overflow-y-auto' : '',
        )}
      >
        <MarketChips markets={markets} unfolded={unfolded} onUnfold={setUnfolded} />
        <input
          ref={input}
          id={`${id}-input`}
          role="combobox"
          aria-label="Markets"
          aria-expanded={open && suggestions.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={activeOption ? `${id}-option-${marked}` : undefined}
          aria-autocomplete="list"
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? `${id}-problem` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={text}
          placeholder={
            markets.length === 0 ? 'Countries: germany, at, G7, -us, US:CA' : 'Add: G7, -us, US:CA'
          }
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
            setActive(-1);
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            if (!/[,;\n]/.test(pasted)) return;
            event.preventDefault();
            setText(`${text}${pasted}`);
            commit();
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => {
            setOpen(false);
            setActive(-1);
          }}
          onKeyDown={onKeyDown}
          className="h-[22px] min-w-44 flex-1 bg-transparent text-ui outline-none"
        />
      </div>
      {open && suggestions.length > 0 ? (
        <SuggestionList
          id={id}
          suggestions={suggestions}
          marked={marked}
          chosen={chosen}
          onMark={setActive}
          onChoose={choose}
        />
      ) : null}
      {message ? (
        <div className="mt-1.5 flex flex-wrap items-center gap-2">
          <Problem id={`${id}-problem`}>{message}</Problem>
          {blocked.length > 0 ? (
            <Button
              size="small"
              onClick={() => setMarkets(markets.filter((market) => isAvailable(engine, market.country)))}
            >
              Remove {formatQuantity(blocked.length, 'market')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

type MarketChipsProps = {
  readonly markets: readonly MarketPlace[];
  readonly unfolded: boolean;
  readonly onUnfold: (unfolded: boolean) => void;
};

function MarketChips({ markets, unfolded, onUnfold }: MarketChipsProps) {
  const engine = useComposer((state) => state.engine);
  const remove = useComposer((state) => state.removeMarket);
  const folded = !unfolded && markets.length > maxChips + 2;
  const shown = folded ? markets.slice(0, maxChips) : markets;
  return (
    <>
      {shown.map((market) => (
        <MarketChip
          key={marketId(market)}
          market={market}
          unavailable={!isAvailable(engine, market.country)}
          onRemove={() => remove(marketId(market))}
        />
      ))}
      {folded ? (
        <Button look="quiet" size="small" className="h-[22px]" onClick={() => onUnfold(true)}>
          + {markets.length - shown.length} more
        </Button>
      ) : null}
      {unfolded && markets.length > maxChips + 2 ? (
        <Button look="quiet" size="small" className="h-[22px]" onClick={() => onUnfold(false)}>
          Show fewer
        </Button>
      ) : null}
    </>
  );
}

type SuggestionListProps = {
  readonly id: string;
  readonly suggestions: readonly MarketSuggestion[];
  readonly marked: number;
  readonly chosen: ReadonlySet<string>;
  readonly onMark: (index: number) => void;
  readonly onChoose: (suggestion: MarketSuggestion) => void;
};

function SuggestionList({ id, suggestions, marked, chosen, onMark, onChoose }: SuggestionListProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Matching places"
      className="absolute start-3 top-full z-30 -mt-1 w-80 max-w-[calc(100%-1.5rem)] rounded-md bg-raised p-1 shadow-float"
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input moves through the options and chooses with Enter
        // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input, which names the active option
        <div
          key={suggestion.id}
          id={`${id}-option-${index}`}
          role="option"
          aria-selected={index === marked}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onMark(index)}
          onClick={() => onChoose(suggestion)}
          className={classNames(
            'flex h-7 items-center gap-2 rounded-sm px-2',
            index === marked ? 'bg-pressed' : '',
          )}
        >
          {suggestion.country ? <Flag country={suggestion.country} /> : <span className="w-[18px]" />}
          <span className="min-w-0 flex-1 truncate">{suggestion.label}</span>
          <span className="text-ink-3 text-table tabular">
            {isChosen(suggestion, chosen) ? 'chosen' : suggestion.detail}
          </span>
        </div>
      ))}
    </div>
  );
}

/** Such as `assistant-a is not available in CN, CU, IR, KP, RU, SY.` */
export function blockedSentence(engine: string, blocked: readonly MarketPlace[]): string | undefined {
  if (blocked.length === 0) return undefined;
  const codes = blocked.map((market) => locationLabel(market).code);
  const more = codes.length > 12 ? ` and ${codes.length - 12} more` : '';
  return `${engine} is not available in ${codes.slice(0, 12).join(', ')}${more}.`;
}

function MarketChip({
  market,
  unavailable,
  onRemove,
}: {
  readonly market: MarketPlace;
  readonly unavailable: boolean;
  readonly onRemove: () => void;
}) {
  const { code, name } = locationLabel(market);
  return (
    <Chip
      problem={unavailable}
      title={unavailable ? `${name}: not available for this engine` : name}
      removeLabel={`Remove ${name}`}
      onRemove={onRemove}
      untabbable
    >
      <Flag country={market.country} />
      <span className={unavailable ? 'line-through' : undefined}>{code}</span>
      <span className="sr-only">{name}</span>
    </Chip>
  );
}
