import { Pin, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ServerDataProvider } from '#renderer/bridge/BridgeContext.tsx';
import { createBridgeClient } from '#renderer/bridge/client.ts';
import { createServerData } from '#renderer/bridge/serverData.ts';
import { Composer } from '#renderer/features/ask/Composer.tsx';
import { ComposerProvider } from '#renderer/features/ask/composerContext.ts';
import { createComposerStore } from '#renderer/features/ask/composerStore.ts';
import { CellBody } from '#renderer/features/run/CellBody.tsx';
import { ColumnHead } from '#renderer/features/run/ColumnHead.tsx';
import { OverviewStrip } from '#renderer/features/run/OverviewStrip.tsx';
import { RunHeader } from '#renderer/features/run/RunHeader.tsx';
import { RunProvider } from '#renderer/features/run/runContext.tsx';
import { AnswerText } from '#renderer/reading/AnswerText.tsx';
import { createScreenRange } from '#renderer/reading/useColumnsAcross.ts';
import { Button, KeyHint } from '#renderer/ui/Button.tsx';
import { Badge, Chip } from '#renderer/ui/Chip.tsx';
import { EmptyState } from '#renderer/ui/EmptyState.tsx';
import { Facts } from '#renderer/ui/Facts.tsx';
import { Field, inputLook, Problem } from '#renderer/ui/Field.tsx';
import { Flag } from '#renderer/ui/Flag.tsx';
import { FlagStrip } from '#renderer/ui/FlagStrip.tsx';
import { directionOf } from '#renderer/ui/locationLabels.ts';
import { Markdown } from '#renderer/ui/Markdown.tsx';
import { ErrorNotice, Notice } from '#renderer/ui/Notice.tsx';
import { ProgressRing } from '#renderer/ui/ProgressRing.tsx';
import { StateMark, stateWord } from '#renderer/ui/StateMark.tsx';
import { Table } from '#renderer/ui/Table.tsx';
import { Tabs } from '#renderer/ui/Tabs.tsx';
import { Elapsed, RelativeTime } from '#renderer/ui/Times.tsx';
import { TooltipProvider } from '#renderer/ui/Tooltip.tsx';
import { CommandsProvider, createCommandsStore } from '#renderer/window/commands.tsx';
import type { ObservationView } from '#shared/model/observation.ts';
import type { CellState, CellView, RunSummary } from '#shared/model/run.ts';
import { madeUpAnswer, noProvenance } from './madeUpAnswers.ts';
import { createMemoryHost } from './memoryHost.ts';
import '#renderer/app/theme.css';

// Every part of the window in every state, in both themes and four languages. Development only.

const words = {
  en: {
    label: 'Name',
    problem: 'Enter a name for the connection.',
    button: 'Edit & re-run',
    sentence: 'No runs yet',
  },
  de: {
    label: 'Verbindungsbezeichnung',
    problem:
      'Geben Sie der Verbindung einen Namen; die Fahrraddiebstahlversicherungsbedingungen bleiben unberührt.',
    button: 'Geschwindigkeitsbegrenzung zurücksetzen',
    sentence: 'Noch keine Frage gestellt',
  },
  ja: {
    label: '接続名',
    problem: '接続に名前を付けてください。',
    button: 'もう一度質問する',
    sentence: 'まだ質問がありません',
  },
  ar: {
    label: 'اسم الاتصال',
    problem: 'أعطِ الاتصال اسماً من فضلك.',
    button: 'اسأل مرة أخرى',
    sentence: 'لم يُطرح أي سؤال بعد',
  },
} as const;
const languages = ['en', 'de', 'ja', 'ar'] as const;
const countryOf = { en: 'US', de: 'DE', ja: 'JP', ar: 'AE' } as const;

/** In the order the gallery shows them; the contract's own list would bring its parser along. */
const cellStates: readonly CellState[] = [
  'planned',
  'running',
  'completed',
  'failed',
  'cancelled',
  'unknown',
];

const nothing = (): void => undefined;
const now = Date.now();

const cell = (state: CellState, values: Partial<CellView> = {}): CellView => ({
  id: `gallery-${state}`,
  ordinal: 0,
  market: { country: 'DE' },
  marketKey: 'DE',
  sample: 1,
  state,
  observationId: state === 'completed' ? 'o-1' : null,
  surface: null,
  error:
    state === 'failed'
      ? {
          code: 'ENGINE_UNAVAILABLE',
          message:
            'The engine did not answer after three attempts. Nothing was charged; try this market again.',
          requestId: 'req_01JD8Z3W7K4F9Q2M',
        }
      : null,
  startedAtMs: state === 'running' ? now - 12_000 : null,
  finishedAtMs: null,
  creditsCharged: state === 'completed' ? 5 : null,
  attempts: state === 'running' ? 2 : 1,
  ...values,
});

function observation(country: string, values: Partial<ObservationView> = {}): ObservationView {
  const answer = madeUpAnswer(country, 0);
  return {
    id: `o-${country}`,
    runId: 'r',
    cellId: 'c',
    engine: 'assistant-a',
    question: 'Which folding bike locks do people trust?',
    market: { country },
    marketKey: country,
    sample: 1,
    receivedAtMs: now,
    text: answer.markdown.replaceAll(/[#*]/g, ''),
    markdown: answer.markdown,
    language: answer.language,
    sources: answer.sources.map((source, index) => ({
      ...source,
      position: index + 1,
      description: null,
      domain: new URL(source.url).hostname,
      redirectLink: null,
    })),
    searchQueries: [],
    servedShape: 'default',
    driver: 'sandbox',
    model: null,
    countryHonoured: country,
    ...noProvenance,
    imported: false,
    creditsCharged: 5,
    latencyMs: 1420,
    requestId: 'req_01JD8Z3W7K4F9Q2N',
    ...values,
  };
}

const run = (state: RunSummary['state'], counts: Partial<RunSummary['counts']>): RunSummary => ({
  id: `run-${state}`,
  question: 'Which folding bike locks do people trust?',
  engine: 'assistant-a',
  connectionId: 'embedded',
  connectionName: 'Embedded',
  projectId: 'project-1',
  projectName: 'First project',
  state,
  createdAtMs: now - 95_000,
  finishedAtMs: state === 'running' ? null : now - 60_000,
  counts: { total: 12, planned: 0, running: 0, completed: 0, failed: 0, cancelled: 0, unknown: 0, ...counts },
  creditsCharged: 55,
  samples: 1,
  markets: 12,
  strip: [],
  drivers: ['sandbox'],
});

const actions = {
  togglePin: nothing,
  hide: nothing,
  hideOthers: nothing,
  move: nothing,
  chooseSample: nothing,
  inspect: nothing,
  setApart: nothing,
};

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 border-line border-b py-4">
      <h2 className="font-medium text-ink-3 text-table">{title}</h2>
      {children}
    </section>
  );
}

const Row = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
);

function Primitives() {
  return (
    <>
      <Part title="Buttons">
        {(['primary', 'plain', 'quiet', 'danger'] as const).map((look) => (
          <Row key={look}>
            <Button look={look}>
              Ask <KeyHint>Ctrl+Enter</KeyHint>
            </Button>
            <Button look={look} size="small">
              Small
            </Button>
            <Button look={look} size="icon" aria-label={`Search ${look}`}>
              <Search size={14} aria-hidden="true" />
            </Button>
            <Button look={look} disabled>
              Disabled
            </Button>
            <Button look={look} aria-disabled="true">
              Says why not
            </Button>
          </Row>
        ))}
        <Row>
          {languages.map((language) => (
            <Button key={language} lang={language}>
              {words[language].button}
            </Button>
          ))}
        </Row>
      </Part>
      <Part title="Fields">
        <div className="grid grid-cols-2 gap-4">
          {languages.map((language) => (
            <div key={language} lang={language} dir={directionOf(language)}>
              <Field
                label={words[language].label}
                hint={words[language].sentence}
                problem={words[language].problem}
              >
                {(ids) => (
                  <input
                    {...ids}
                    className={inputLook}
                    defaultValue=""
                    placeholder={words[language].sentence}
                  />
                )}
              </Field>
            </div>
          ))}
          <Field label="Without a problem">
            {(ids) => <input {...ids} className={inputLook} defaultValue="Team service" />}
          </Field>
          <Field label="Disabled">
            {(ids) => <input {...ids} className={inputLook} disabled defaultValue="Embedded" />}
          </Field>
        </div>
        <Problem>One sentence: what is wrong and the way out.</Problem>
      </Part>
      <Part title="Chips, badges, flags, marks">
        <Row>
          <Chip removeLabel="Remove Germany" onRemove={nothing}>
            <Flag country="DE" /> DE
          </Chip>
          <Chip problem removeLabel="Remove China" onRemove={nothing}>
            <Flag country="CN" /> <span className="line-through">CN</span>
          </Chip>
          <Chip onClick={nothing}>
            <Flag country="JP" /> Show JP
          </Chip>
          <Chip>
            <Flag country={null} /> any
          </Chip>
          {(['neutral', 'accent', 'warn', 'bad', 'good'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </Row>
        <Row>
          {cellStates.map((state) => (
            <span key={state} className="flex items-center gap-1.5">
              <StateMark state={state} /> {stateWord(state)}
            </span>
          ))}
        </Row>
        <FlagStrip
          total={5}
          cells={cellStates.slice(0, 5).map((state, index) => ({
            market: ['DE', 'AT', 'JP', 'BR', 'AE'][index] ?? 'US',
            country: ['DE', 'AT', 'JP', 'BR', 'AE'][index] ?? 'US',
            state,
          }))}
        />
        <Row>
          <ProgressRing share={0} /> <ProgressRing share={0.41} size={20} label="Example" />{' '}
          <ProgressRing share={1} /> <ProgressRing share={null} />
          <span>
            <RelativeTime atMs={now - 3_600_000} />
          </span>{' '}
          <span>
            <Elapsed sinceMs={now - 12_000} />
          </span>
        </Row>
      </Part>
      <Part title="Notices">
        <Notice tone="info">Keys are stored in the keychain of this computer.</Notice>
        <Notice tone="warn" actions={<Button size="small">Resume</Button>}>
          The program ended before this run did.
        </Notice>
        <ErrorNotice
          error={{
            message: 'The engine did not answer after three attempts. Nothing was charged; try again.',
            code: 'ENGINE_UNAVAILABLE',
            requestId: 'req_01JD8Z3W7K4F9Q2M',
          }}
          onRetry={nothing}
        />
        <ErrorNotice error={{ message: words.ar.problem }} />
      </Part>
      <Part title="Table, tabs, facts, empty">
        <Tabs
          label="Example"
          tabs={[
            { id: 'a', label: 'Answer' },
            { id: 'b', label: 'Sources' },
          ]}
          value="a"
          onChange={nothing}
        />
        <Table
          label="Example"
          columns={[
            { id: 'name', header: 'Domain', cell: (row: { name: string; count: number }) => row.name },
            { id: 'count', header: 'Markets', align: 'end', cell: (row) => row.count },
          ]}
          rows={[
            { name: 'fahrraddiebstahlversicherungsbedingungen.example', count: 12 },
            { name: 'kagi-shiken.example.jp', count: 3 },
          ]}
          rowKey={(row) => row.name}
          empty="Nothing"
        />
        <Facts
          facts={[
            ['Engine', 'assistant-a'],
            ['Request id', 'req_01JD8Z3W7K4F9Q2M', 'copy'],
            ['Left out', null],
          ]}
        />
        <div className="grid grid-cols-2">
          {languages.map((language) => (
            <div key={language} lang={language} dir={directionOf(language)}>
              <EmptyState title={words[language].sentence} action={<Button>{words[language].button}</Button>}>
                {words[language].problem}
              </EmptyState>
            </div>
          ))}
        </div>
      </Part>
    </>
  );
}

function Reading() {
  const screenRange = createScreenRange();
  const column = (country: string, state: CellState) => ({
    key: country,
    market: { country },
    cells: [cell(state, { market: { country } })],
    group: null,
    same: [],
    apart: false,
  });
  return (
    <>
      <Part title="Run headers">
        <RunHeader
          run={run('running', { planned: 4, running: 3, completed: 4, failed: 1 })}
          onAskAgain={nothing}
          onMove={nothing}
          onRemove={nothing}
        />
        <RunHeader
          run={run('finished', { completed: 11, failed: 1 })}
          onAskAgain={nothing}
          onMove={nothing}
          onRemove={nothing}
        />
        <RunHeader
          run={run('interrupted', { completed: 5, planned: 7 })}
          onAskAgain={nothing}
          onMove={nothing}
          onRemove={nothing}
        />
        <RunHeader
          run={{
            ...run('cancelled', { completed: 5, cancelled: 6, unknown: 1 }),
            question: words.ar.sentence,
          }}
          onAskAgain={nothing}
          onMove={nothing}
          onRemove={nothing}
        />
      </Part>
      <Part title="Overview">
        <OverviewStrip
          cells={['DE', 'AT', 'JP', 'BR', 'AE', 'FR', 'US', 'GB', 'IT', 'ES'].map((country, index) => ({
            column: column(country, cellStates[index % cellStates.length] ?? 'completed'),
            state: cellStates[index % cellStates.length] ?? 'completed',
            words: index * 40,
          }))}
          range={screenRange}
          pinned={0}
          selected="AT"
          onChoose={nothing}
        />
      </Part>
      <Part title="Requests in every state">
        <div className="grid grid-cols-2 gap-3">
          {cellStates.map((state) => (
            <div key={state} className="border border-line">
              <ColumnHead
                mixed
                isReadable
                column={column('DE', state)}
                cell={cell(state)}
                observation={state === 'completed' ? observation('DE') : undefined}
                pinned={state === 'failed'}
                baseline={false}
                selected={state === 'running'}
                actions={actions}
              />
              <div className="p-3">
                <CellBody
                  cell={cell(state)}
                  observation={
                    state === 'completed'
                      ? observation('DE', { text: '', markdown: '', sources: [] })
                      : undefined
                  }
                  unreadable={undefined}
                  onRetryAnswer={nothing}
                >
                  {(answer) => <AnswerText observation={answer} unfolded={false} onUnfold={nothing} />}
                </CellBody>
              </div>
            </div>
          ))}
        </div>
        <Row>
          <Pin size={12} aria-hidden="true" /> An empty answer says that it is one; a failure never looks like
          it.
        </Row>
      </Part>
      <Part title="Answers in four languages">
        <div className="grid grid-cols-2 gap-4">
          {languages.map((language) => (
            <div key={language}>
              <ColumnHead
                mixed
                isReadable
                column={column(countryOf[language], 'completed')}
                cell={cell('completed')}
                observation={observation(
                  countryOf[language],
                  language === 'ar' ? { countryHonoured: 'none' } : {},
                )}
                pinned={false}
                baseline={false}
                selected={false}
                actions={actions}
              />
              <div className="pt-3">
                <AnswerText
                  observation={observation(countryOf[language])}
                  unfolded={false}
                  onUnfold={nothing}
                />
              </div>
            </div>
          ))}
        </div>
        <div className="prose">
          <Markdown
            source={
              'Hostile: <script>alert(1)</script> ![tracking](https://evil.example/p.png) [bad](javascript:alert(1)) `code`'
            }
          />
        </div>
      </Part>
    </>
  );
}

const host = createMemoryHost({ emptyHistory: true });
const bridge = createBridgeClient(host.bridge);
const server = createServerData(bridge);
const wholeRun = {};
const composer = createComposerStore(bridge, {
  question: 'Which folding bike locks do people trust?',
  markets: ['DE', 'AT', 'JP', 'CN'].map((country) => ({ country })),
});
// Its cost is asked for as after every change.
composer.getState().fill({});

const root = document.getElementById('root');
if (root === null) throw new Error('gallery.html has no #root');
createRoot(root).render(
  <ServerDataProvider value={server}>
    <CommandsProvider value={createCommandsStore()}>
      <TooltipProvider>
        <RunProvider runId="none" section={wholeRun}>
          <ComposerProvider value={composer}>
            <main className="grid h-full grid-cols-2 overflow-y-auto">
              <h1 className="sr-only">Gallery</h1>
              {(['light', 'dark'] as const).map((scheme) => (
                <div key={scheme} data-scheme={scheme} className="bg-bg px-6 text-ink">
                  <Part title="Composer">
                    <Composer
                      onSent={nothing}
                      recentSets={[['DE', 'AT']]}
                      onConnections={nothing}
                      onUndoable={nothing}
                      sendKeys="Ctrl+Enter"
                      onClose={nothing}
                    />
                  </Part>
                  <Primitives />
                  <Reading />
                </div>
              ))}
            </main>
          </ComposerProvider>
        </RunProvider>
      </TooltipProvider>
    </CommandsProvider>
  </ServerDataProvider>,
);
