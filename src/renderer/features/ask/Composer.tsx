import { ChevronDown } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import type { MarketPlace } from '#shared/geo/marketInput.ts';
import { findPreset } from '#shared/geo/presets.ts';
import { engines } from '#shared/interface/engines.ts';
import { questionLimit } from '#shared/interface/requests/textLength.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { useDrawn } from '../../bridge/drawn.ts';
import { Button, KeyHint } from '../../ui/Button.tsx';
import { embeddedConnectionId, useEngineNames } from '../../ui/engineNames.ts';
import { Problem } from '../../ui/Field.tsx';
import { formatCount, formatQuantity } from '../../ui/format.ts';
import { Menu, MenuChoices, MenuHeading, MenuItem, MenuSeparator, MenuToggle } from '../../ui/Menu.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import type { OfferUndo } from '../../ui/undo.ts';
import { AimMenu } from './AimMenu.tsx';
import { CostLine } from './CostLine.tsx';
import { useComposer, useComposerStore, usePreview } from './composerContext.ts';
import { canSend, problemsByField } from './composerStore.ts';
import { optionsOf } from './engineOptions.ts';
import { MarketBrowser } from './MarketBrowser.tsx';
import { MarketField } from './MarketField.tsx';
import { readMarketSet, shortList } from './marketChoice.ts';
import { WordingsButton, WordingsLine } from './WordingsPart.tsx';

const shownPresets = ['g7', 'eu-5', 'dach', 'nordics', 'eu', 'latam', 'mena', 'apac', 'all'];

export type ComposerHandle = { readonly focus: () => void; readonly send: () => void };

type ComposerProps = {
  readonly onSent: (runId: string) => void;
  readonly recentSets: readonly (readonly string[])[];
  /** Opens the settings where a key can be entered and a connection selected. */
  readonly onConnections: () => void;
  /** Offers to undo an action. */
  readonly onUndoable: OfferUndo;
  /** Displayed shortcut of sending. */
  readonly sendKeys: string;
  readonly handle?: Ref<ComposerHandle>;
  /** Closes the composer above an earlier run. */
  readonly onClose?: () => void;
};

/** The form for writing a question, choosing its markets and sending it. */
export function Composer({
  onSent,
  recentSets,
  onConnections,
  onUndoable,
  sendKeys,
  handle,
  onClose,
}: ComposerProps) {
  const store = useComposerStore();
  const state = useComposer((all) => all);
  const { preview, stale, failure: previewFailure, refresh } = usePreview();
  const problems = problemsByField(state, preview);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const [browsing, setBrowsing] = useState(false);
  const id = useId();

  const send = async (): Promise<void> => {
    const runId = await store.getState().send();
    if (runId !== null) onSent(runId);
    else if (store.getState().question.trim() === '') textarea.current?.focus();
  };
  useImperativeHandle(handle, () => ({
    focus: () => textarea.current?.focus(),
    send: () => void send(),
  }));

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void send();
    }
    if (event.key === 'Escape' && onClose && !event.defaultPrevented) {
      event.preventDefault();
      onClose();
    }
  };

  const questionProblem = problems.get('question') ?? lengthProblem(state.question);
  const blocked = problems.has('connection') || problems.has('engine');
  const ready = canSend(state, stale ? null : preview) && questionProblem === undefined;

  return (
    <section aria-label="Ask a question" className="mx-auto w-full max-w-[64rem]">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the chord works from every field inside */}
      <div
        onKeyDown={onKeyDown}
        className="rounded-md border border-line-strong bg-surface focus-within:border-control"
      >
        <QuestionField id={`${id}-question`} problem={questionProblem} textarea={textarea} />
        <div className="border-line border-t">
          <MarketField problem={problems.get('markets')} />
          <MarketSets recentSets={recentSets} onUndoable={onUndoable} onBrowse={() => setBrowsing(true)} />
        </div>
        <WordingsLine />
        <div className="flex flex-wrap items-center gap-1.5 border-line border-t px-2 py-2">
          <EngineMenu />
          <SamplesMenu />
          <AimMenu />
          <OptionsMenu />
          <WordingsButton />
          <div className="min-w-0 flex-1 basis-60 px-1.5 text-end">
            <CostLine preview={preview} stale={stale} blank={state.question.trim() === ''} />
          </div>
          {onClose ? (
            <Button look="quiet" onClick={onClose}>
              Close
            </Button>
          ) : null}
          <Button
            look="primary"
            aria-disabled={!ready}
            aria-describedby={blocked ? `${id}-general` : undefined}
            onClick={() => void send()}
          >
            {state.sending ? <ProgressRing share={null} size={13} /> : null}
            Ask <KeyHint>{sendKeys}</KeyHint>
          </Button>
        </div>
      </div>
      <SendProblems
        id={`${id}-general`}
        problems={problems}
        notices={preview?.notices ?? []}
        previewFailure={previewFailure}
        onCheck={refresh}
        onSend={() => void send()}
        onConnections={onConnections}
      />
      {browsing ? <MarketBrowser onClose={() => setBrowsing(false)} /> : null}
    </section>
  );
}

type QuestionFieldProps = {
  readonly id: string;
  readonly problem: string | undefined;
  readonly textarea: RefObject<HTMLTextAreaElement | null>;
};

function QuestionField({ id, problem, textarea }: QuestionFieldProps) {
  const question = useComposer((state) => state.question);
  const setQuestion = useComposer((state) => state.setQuestion);
  return (
    <div className="px-3 pt-2.5 pb-1.5">
      <textarea
        ref={textarea}
        // biome-ignore lint/a11y/noAutofocus: the page is there for asking
        autoFocus
        aria-label="Question"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? id : undefined}
        dir="auto"
        rows={2}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
        placeholder="Ask the same question in every market…"
        className="field-sizing-content block max-h-[40vh] min-h-12 w-full resize-none overflow-y-auto bg-transparent text-read outline-none"
      />
      {problem ? <Problem id={id}>{problem}</Problem> : null}
    </div>
  );
}

type MarketSetsProps = Pick<ComposerProps, 'recentSets' | 'onUndoable'> & { readonly onBrowse: () => void };

/** Adds sets of markets, and clears the selection. */
function MarketSets({ recentSets, onUndoable, onBrowse }: MarketSetsProps) {
  const state = useComposer((all) => all);
  const addSet = (preset: string, countries: readonly MarketPlace[]): void => {
    const { markets } = state;
    const replaced = markets.filter(({ state: part }) => part !== undefined).length;
    // "All 250" is exactly these countries: states beside them would ask their country twice.
    if (preset !== 'all' || replaced === 0) {
      state.addMarkets(countries);
      return;
    }
    const replace = (): void => state.setMarkets(countries);
    replace();
    onUndoable(
      `${formatQuantity(replaced, 'state')} replaced by ${formatQuantity(countries.length, 'country', 'countries')}`,
      { undo: () => state.setMarkets(markets), redo: replace },
    );
  };
  return (
    <div className="flex flex-wrap items-center gap-x-0.5 gap-y-1 px-2 pb-1.5">
      {shownPresets.map((preset) => {
        const found = findPreset(preset);
        return found ? (
          <Button
            key={preset}
            look="quiet"
            size="small"
            title={`${preset === 'all' ? 'Choose' : 'Add'} ${formatQuantity(found.countries.length, 'country', 'countries')}`}
            onClick={() =>
              addSet(
                preset,
                found.countries.map((country) => ({ country })),
              )
            }
          >
            {preset === 'all' ? 'All 250' : presetLabel(found.name)}
          </Button>
        ) : null;
      })}
      {recentSets.length > 0 ? (
        <Menu
          label="Recent markets"
          trigger={
            <Button look="quiet" size="small">
              Recent <ChevronDown size={11} aria-hidden="true" />
            </Button>
          }
        >
          <MenuHeading>Recent markets</MenuHeading>
          {recentSets.map((set) => {
            const markets = readMarketSet(set);
            return (
              <MenuItem key={set.join()} onSelect={() => state.setMarkets(markets)}>
                {formatCount(markets.length)}: {shortList(markets, 8)}
              </MenuItem>
            );
          })}
        </Menu>
      ) : null}
      <Button look="quiet" size="small" onClick={onBrowse}>
        Browse…
      </Button>
      {state.markets.length > 0 ? (
        <Button
          look="quiet"
          size="small"
          className="ms-auto"
          onClick={() => {
            const { markets } = state;
            const clear = (): void => state.setMarkets([]);
            clear();
            onUndoable(`${formatQuantity(markets.length, 'market')} cleared`, {
              undo: () => state.setMarkets(markets),
              redo: clear,
            });
          }}
        >
          Clear {formatQuantity(state.markets.length, 'market')}
        </Button>
      ) : null}
    </div>
  );
}

type SendProblemsProps = Pick<ComposerProps, 'onConnections'> & {
  readonly id: string;
  readonly problems: ReturnType<typeof problemsByField>;
  /** What the service's documentation warns of. */
  readonly notices: readonly string[];
  readonly previewFailure: ReturnType<typeof usePreview>['failure'];
  readonly onCheck: () => void;
  readonly onSend: () => void;
};

/** Problems that prevent sending, with their solution. */
function SendProblems({
  id,
  problems,
  notices,
  previewFailure,
  onCheck,
  onSend,
  onConnections,
}: SendProblemsProps) {
  const sendFailure = useComposer((state) => state.sendFailure);
  return (
    <div id={id} className="mt-1.5 flex flex-col gap-1.5 empty:hidden">
      {(['wordings', 'connection', 'engine', 'options', 'samples'] as const)
        .flatMap((field) => problems.get(field) ?? [])
        .map((message) => (
          <Problem key={message}>{message}</Problem>
        ))}
      {problems.has('connection') ? (
        <div>
          <Button size="small" onClick={onConnections}>
            Connections…
          </Button>
        </div>
      ) : null}
      {notices.map((notice) => (
        <Notice key={notice} tone="warn">
          {notice}
        </Notice>
      ))}
      {previewFailure ? (
        <ErrorNotice error={previewFailure} onRetry={onCheck} retryLabel="Check again" />
      ) : null}
      {sendFailure && sendFailure.fields.length === 0 ? (
        <ErrorNotice error={sendFailure} onRetry={onSend} />
      ) : null}
    </div>
  );
}

function presetLabel(name: string): string {
  const short: Readonly<Record<string, string>> = {
    'European Union': 'EU',
    'Latin America': 'LatAm',
    'Middle East and North Africa': 'MENA',
    'Asia-Pacific': 'APAC',
  };
  return short[name] ?? name;
}

function lengthProblem(question: string): string | undefined {
  const length = question.trim().length;
  if (length <= questionLimit) return undefined;
  return `The question has ${formatCount(length)} characters; the limit is ${formatCount(questionLimit)}. Shorten it by ${formatCount(length - questionLimit)}.`;
}

function EngineMenu() {
  const engine = useComposer((state) => state.engine);
  const connectionId = useComposer((state) => state.connectionId);
  const setEngine = useComposer((state) => state.setEngine);
  const nameOf = useEngineNames();
  const embedded = connectionId === embeddedConnectionId;
  const drawn = useDrawn();
  const bindings = useRoute('service.engines.list', {}, { enabled: embedded && drawn, staleMs: 60_000 });
  const bound = embedded ? bindings.data : undefined;
  return (
    <Menu
      label="Engine"
      trigger={
        <Button aria-label={`Engine: ${nameOf(engine, connectionId)}`}>
          {nameOf(engine, connectionId)} <ChevronDown size={12} aria-hidden="true" className="text-ink-3" />
        </Button>
      }
    >
      <MenuChoices
        value={engine}
        onChange={(value) => setEngine(value as typeof engine)}
        choices={engines.map((each) => {
          const name = nameOf(each, connectionId);
          const answeredBy = bound?.find((binding) => binding.engine === each)?.answeredBy ?? null;
          const parts = [name === each ? null : each, answeredBy].filter((part) => part !== null);
          return { value: each, label: name, detail: parts.join(' · ') };
        })}
      />
    </Menu>
  );
}

function SamplesMenu() {
  const samples = useComposer((state) => state.samples);
  const setSamples = useComposer((state) => state.setSamples);
  return (
    <Menu
      label="Repeats per question"
      trigger={
        <Button aria-label={`${formatQuantity(samples, 'repeat')} per market`}>
          {formatQuantity(samples, 'repeat')}{' '}
          <ChevronDown size={12} aria-hidden="true" className="text-ink-3" />
        </Button>
      }
    >
      <MenuHeading>Repeats per market</MenuHeading>
      <MenuChoices
        value={String(samples)}
        onChange={(value) => setSamples(Number(value))}
        choices={[1, 2, 3, 5, 10].map((count) => ({
          value: String(count),
          label: formatQuantity(count, 'repeat'),
          detail: count === 3 ? 'enough for significance' : undefined,
        }))}
      />
    </Menu>
  );
}

function OptionsMenu() {
  const engine = useComposer((state) => state.engine);
  const chosen = useComposer((state) => state.options);
  const toggle = useComposer((state) => state.toggleOption);
  const known = optionsOf(engine);
  const extras = known.filter((option) => option.path.startsWith('include.'));
  const others = known.filter((option) => !extras.includes(option));
  const toggles = (options: typeof known): ReactNode =>
    options.map((option) => (
      <MenuToggle
        key={option.path}
        checked={chosen.has(option.path)}
        onChange={(checked) => toggle(option.path, checked)}
        detail={option.detail}
      >
        {option.label}
      </MenuToggle>
    ));
  const on = known.filter((option) => chosen.has(option.path));
  const summary =
    on.length === 0
      ? 'Text only'
      : on.length <= 2
        ? on.map((each) => each.label).join(', ')
        : `${on.length} options`;
  return (
    <Menu
      label="Extra data"
      trigger={
        <Button aria-label={`Extra data: ${summary}`}>
          {summary} <ChevronDown size={12} aria-hidden="true" className="text-ink-3" />
        </Button>
      }
    >
      <MenuHeading>Extra data</MenuHeading>
      {toggles(extras)}
      {others.length > 0 ? <MenuSeparator /> : null}
      {toggles(others)}
    </Menu>
  );
}
