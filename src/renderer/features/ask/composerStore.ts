import { createStore, type StoreApi } from 'zustand/vanilla';
import { type MarketPlace, marketId, type UnknownMarket } from '#shared/geo/marketInput.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { AskInput, RunPreview } from '#shared/model/run.ts';
import type { Wordings } from '#shared/model/wordingTexts.ts';
import { type BridgeClient, type BridgeFailure, failureOf } from '../../bridge/client.ts';
import { type Aim, aimedMarkets, aimFields, plainAim } from './aim.ts';
import { requestOptions } from './engineOptions.ts';
import { applyMarketText, leftOver } from './marketChoice.ts';

/** Delay after typing before the estimate is requested again, in milliseconds. */
const previewDelayMs = 180;

export type ComposerState = {
  readonly question: string;
  /** Wordings of the question by country and language. */
  readonly wordings: Wordings;
  readonly engine: Engine;
  readonly markets: readonly MarketPlace[];
  /** Text in the market field that has not been applied yet. */
  readonly marketText: string;
  readonly unknownMarkets: readonly UnknownMarket[];
  readonly samples: number;
  readonly options: ReadonlySet<string>;
  readonly aim: Aim;
  readonly connectionId: string;
  /** The question of the estimate: the state when typing last paused; null before that. */
  readonly rested: AskInput | null;
  /** Whether the question has changed since typing last paused. */
  readonly typing: boolean;
  /** Set by the first attempt to send. From then on, an empty field is reported as a problem. */
  readonly attempted: boolean;
  readonly sending: boolean;
  readonly sendFailure: BridgeFailure | null;
};

export type ComposerActions = {
  readonly setQuestion: (question: string) => void;
  readonly setWordings: (wordings: Wordings) => void;
  readonly setEngine: (engine: Engine) => void;
  readonly setSamples: (samples: number) => void;
  readonly setAim: (changes: Partial<Aim>) => void;
  readonly toggleOption: (path: string, on: boolean) => void;
  readonly setConnection: (connectionId: string) => void;
  readonly setMarketText: (text: string) => void;
  /** Applies the text of the market field. Unknown words stay in it. */
  readonly commitMarketText: () => void;
  readonly addMarkets: (markets: readonly MarketPlace[]) => void;
  readonly removeMarket: (id: string) => void;
  readonly setMarkets: (markets: readonly MarketPlace[]) => void;
  /** Fills in a question, for example an earlier one to edit and re-run. Its wordings replace the current ones. */
  readonly fill: (values: Partial<ComposerValues>) => void;
  /** Starts the run. Returns null if it cannot be sent; the state then contains the reason. */
  readonly send: () => Promise<string | null>;
};

export type ComposerValues = Pick<
  ComposerState,
  'question' | 'wordings' | 'engine' | 'markets' | 'samples' | 'options' | 'aim' | 'connectionId'
>;

export type ComposerStore = StoreApi<ComposerState & ComposerActions>;

export type ComposerClock = {
  readonly setTimeout: (run: () => void, ms: number) => unknown;
  readonly clearTimeout: (handle: never) => void;
};

const empty: ComposerState = {
  question: '',
  wordings: {},
  engine: 'assistant-a',
  markets: [],
  marketText: '',
  unknownMarkets: [],
  samples: 1,
  options: new Set(['include.markdown']),
  aim: plainAim,
  // The selected one, until the window knows which that is: the keychain may keep it waiting.
  connectionId: '',
  rested: null,
  typing: false,
  attempted: false,
  sending: false,
  sendFailure: null,
};

export function createComposerStore(
  bridge: BridgeClient,
  initial: Partial<ComposerValues> = {},
  clock: ComposerClock = globalThis,
): ComposerStore {
  let timer: unknown;

  return createStore<ComposerState & ComposerActions>((set, get) => {
    const schedule = (): void => {
      if (timer !== undefined) clock.clearTimeout(timer as never);
      timer = clock.setTimeout(() => set({ rested: askInputOf(get()), typing: false }), previewDelayMs);
    };
    const change = (values: Partial<ComposerState>): void => {
      set({ ...values, typing: true, sendFailure: null });
      schedule();
    };

    return {
      ...empty,
      ...initial,
      setQuestion: (question) => change({ question }),
      setWordings: (wordings) => change({ wordings }),
      setEngine: (engine) => change({ engine }),
      setSamples: (samples) => change({ samples: Math.min(50, Math.max(1, Math.round(samples) || 1)) }),
      setAim: (changes) => change({ aim: { ...get().aim, ...changes } }),
      toggleOption: (path, on) => {
        const options = new Set(get().options);
        if (on) options.add(path);
        else options.delete(path);
        change({ options });
      },
      setConnection: (connectionId) => {
        if (connectionId !== get().connectionId) change({ connectionId });
      },
      setMarketText: (marketText) => set({ marketText, unknownMarkets: [] }),
      commitMarketText: () => {
        const { markets, marketText } = get();
        if (marketText.trim() === '') return set({ marketText: '', unknownMarkets: [] });
        const result = applyMarketText(markets, marketText);
        change({
          markets: result.markets,
          unknownMarkets: result.unknown,
          marketText: leftOver(result.unknown),
        });
      },
      addMarkets: (added) => {
        const known = new Set(get().markets.map(marketId));
        const fresh = added.filter((market) => !known.has(marketId(market)));
        change({ markets: [...get().markets, ...fresh], marketText: '', unknownMarkets: [] });
      },
      removeMarket: (id) => change({ markets: get().markets.filter((market) => marketId(market) !== id) }),
      setMarkets: (markets) => change({ markets }),
      fill: (values) =>
        change({ ...(values.question === undefined ? {} : { wordings: {} }), ...values, attempted: false }),
      send: async () => {
        get().commitMarketText();
        const state = get();
        set({ attempted: true });
        if (state.sending || state.unknownMarkets.length > 0) return null;
        if (state.question.trim() === '' || aimed(state).length === 0) return null;
        set({ sending: true, sendFailure: null });
        try {
          const { runId } = await bridge.call('runs.start', askInputOf(state));
          set({ attempted: false });
          return runId;
        } catch (thrown) {
          set({ sendFailure: failureOf(thrown) });
          return null;
        } finally {
          set({ sending: false });
        }
      },
    };
  });
}

export const aimed = (values: Pick<ComposerValues, 'engine' | 'markets' | 'aim'>) =>
  aimedMarkets(values.engine, values.markets, values.aim);

/** The question in the form that is sent. */
export function askInputOf(values: ComposerValues): AskInput {
  return {
    question: values.question,
    ...(Object.keys(values.wordings).length === 0 ? {} : { wordings: values.wordings }),
    engine: values.engine,
    markets: aimed(values),
    samples: values.samples,
    options: {
      ...requestOptions(values.engine, values.options),
      ...(aimFields(values.engine).pages && values.aim.pages > 1 ? { pages: values.aim.pages } : {}),
    },
    connectionId: values.connectionId,
  };
}

export type ComposerField =
  | 'question'
  | 'wordings'
  | 'engine'
  | 'markets'
  | 'samples'
  | 'options'
  | 'connection';

/**
 * Problems by field. Untouched fields have none until the user tries to send. Problems of an earlier version are kept
 * until the next estimate, to avoid flicker while typing.
 */
export function problemsByField(
  state: ComposerState,
  preview: RunPreview | null,
): ReadonlyMap<ComposerField, string> {
  const problems = new Map<ComposerField, string>();
  const given = [...(preview?.problems ?? []), ...(state.sendFailure?.fields ?? [])];
  for (const { field, message } of given) {
    const target = fieldOf(field);
    const untouched =
      (target === 'question' && state.question.trim() === '') ||
      (target === 'markets' && aimed(state).length === 0);
    if (untouched) continue;
    if (!problems.has(target)) problems.set(target, message);
  }
  if (state.attempted) {
    if (state.question.trim() === '') problems.set('question', 'Enter a question.');
    if (aimed(state).length === 0 && state.unknownMarkets.length === 0)
      problems.set('markets', 'Choose at least one country: type a name, a code or a group such as G7.');
  }
  return problems;
}

function fieldOf(path: string): ComposerField {
  const head = path.split(/[.[]/)[0] ?? '';
  if (['question', 'prompt', 'query'].includes(head)) return 'question';
  if (['markets', 'market', 'country', 'state'].includes(head)) return 'markets';
  if (head === 'engine' || head === 'samples' || head === 'wordings') return head;
  if (head === 'connectionId' || head === 'connection') return 'connection';
  return 'options';
}

/**
 * Whether Ask would send something.
 * @param preview estimate of the current question; null if it is outdated or unknown
 */
export function canSend(state: ComposerState, preview: RunPreview | null): boolean {
  return (
    !state.sending &&
    state.question.trim() !== '' &&
    aimed(state).length > 0 &&
    state.unknownMarkets.length === 0 &&
    (preview?.problems.length ?? 0) === 0
  );
}
