// Writes docs/engines.md: the drivers, what each can fill, how to set one up and what is proven how.
//   node scripts/engineDocs.ts          writes the file
//   node scripts/engineDocs.ts --check  fails when the file is not what the records say
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { driverCatalogue } from '../src/service/drivers/catalogue.ts';
import type { EngineCapabilities, LocationSupport } from '../src/service/drivers/driver.ts';
import type { DriverDefinition } from '../src/service/drivers/driverDefinition.ts';
import { sandboxDefinition } from '../src/service/drivers/sandbox/sandboxDefinition.ts';
import { type Engine, engines } from '../src/shared/interface/engines.ts';
import type { Surface } from '../src/shared/provider/surface.ts';

export const engineDocument = fileURLToPath(new URL('../docs/engines.md', import.meta.url));

const drivers: readonly DriverDefinition[] = [sandboxDefinition, ...driverCatalogue];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const code = (text: string): string => `\`${text}\``;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
  '',
];

const support: Readonly<Record<LocationSupport, string>> = {
  parameter: 'parameter',
  'prompt-hint': 'in words',
  'exit-location': 'exit location',
  none: '–',
};

function overview(): readonly string[] {
  const rows = drivers.map(({ id, displayName, summary, key, suggestedFor, capabilities }) => [
    code(id),
    cell(displayName),
    cell(summary),
    key === undefined ? 'none' : `${code(key.env)}${key.required ? '' : ' (optional)'}`,
    surfacesOf(capabilities),
    id === sandboxDefinition.id ? 'all, out of the box' : suggestedFor.join(', ') || '–',
  ]);
  return table(['Driver', 'Name', 'What it is', 'Key', 'Answers are read from', 'Suggested for'], rows);
}

const surfaces: Readonly<Record<Surface, string>> = {
  'model-api': 'a model’s API',
  'model-api-persona': 'model API with a persona',
  'consumer-page': 'the assistant’s own page',
  'search-page': 'the search engine’s own page',
  'search-api': 'an API of search results',
};

function surfacesOf(capabilities: DriverDefinition['capabilities']): string {
  const named = Object.values(capabilities).flatMap(({ surface }) =>
    surface === undefined ? [] : surfaces[surface],
  );
  return [...new Set(named)].join(', ') || 'invented';
}

const topLevel = (field: string): string => field.split(/[.[]/)[0] ?? field;

/** Fields in the order the sandbox lists them, because it fills everything there is; then what others add. */
function fieldsOf(engine: Engine): readonly string[] {
  const all = drivers.flatMap(({ capabilities }) => capabilities[engine]?.fields.map(topLevel) ?? []);
  return [...new Set(all)];
}

function engineMatrix(engine: Engine): readonly string[] {
  const able = drivers.flatMap(({ id, capabilities }) => {
    const record = capabilities[engine];
    return record === undefined ? [] : [{ id, record }];
  });
  const filled = (record: EngineCapabilities, field: string): boolean =>
    record.fields.some((one) => topLevel(one) === field);
  const rows = [
    ...fieldsOf(engine).map((field) => [
      code(field),
      ...able.map(({ record }) => (filled(record, field) ? 'yes' : '–')),
    ]),
    ...(['country', 'state', 'language'] as const).map((part) => [
      `*${part}*`,
      ...able.map(({ record }) => support[record[part]]),
    ]),
  ];
  return [`### ${engine}`, '', ...table(['Member', ...able.map(({ id }) => code(id))], rows)];
}

function settingsOf({ settings }: DriverDefinition): readonly string[] {
  const rows = settings.map(({ name, default: value, env, choices, help }) => [
    code(name),
    value === '' ? '–' : code(value),
    env === undefined ? '–' : code(env),
    cell(choices === undefined ? help : `${help} One of ${choices.join(', ')}.`),
  ]);
  return table(['Setting', 'Default', 'Variable', 'Meaning'], rows);
}

function notesOf({ capabilities }: DriverDefinition): readonly string[] {
  return [...new Set(Object.values(capabilities).flatMap(({ notes }) => notes ?? []))].map(
    (note) => `- ${note}`,
  );
}

function verifyCommand({ id, key, guide }: DriverDefinition): string {
  const secret = key?.required === true ? `${key.env}=… ` : '';
  return `${secret}${exampleOf(guide, '').join(' ')}npx parallax service engines test ${id}`;
}

/** Variables for settings without a default; those of the local server only where there is one. */
function exampleOf(guide: DriverDefinition['guide'], origin: string): readonly string[] {
  return Object.entries(guide?.example ?? {}).flatMap(([name, value]) => {
    if (value !== 'ORIGIN') return [`${name}=${value} `];
    return origin === '' ? [] : [`${name}=${origin} `];
  });
}

const port = 4010;

/** From nothing to a stored observation, on a data folder of its own so that no binding of yours changes. */
function tryCommands(definition: DriverDefinition): readonly string[] {
  const { id, key, settings, guide } = definition;
  const engine = triedOn(definition);
  const origin = `http://127.0.0.1:${port}`;
  const address = settings.find(({ name }) => name === 'baseUrl')?.env ?? '';
  const variables = [
    ...(key?.required === true ? [`${key.env}=${key.example ?? 'anything'}`] : []),
    `${address}=${origin}${guide?.servedUnder ?? ''}`,
    ...exampleOf(guide, origin).map((variable) => variable.trim()),
  ];
  return [
    '```sh',
    `npx node tests/support/providers/serve.ts --provider ${id} --port ${port} &`,
    `npx parallax --data /tmp/parallax-try service engines bind ${engine} ${id}`,
    `${variables.join(' ')} \\`,
    `  npx parallax --data /tmp/parallax-try ask "Which shoes fit wide feet?" --engine ${engine} --countries DE,US`,
    '```',
  ];
}

function triedOn({ suggestedFor, capabilities }: DriverDefinition): string {
  return suggestedFor[0] ?? (capabilities['assistant-e'] === undefined ? 'search' : 'assistant-e');
}

function chapter(definition: DriverDefinition): readonly string[] {
  const { id, displayName, summary, key, guide } = definition;
  const keyLines =
    key === undefined
      ? ['No key. Nothing to set up but its address.']
      : [
          `Key: ${key.label}, in the keychain through Settings, Engines, or in ${code(key.env)} for the stand-alone service. From ${key.from}.`,
          ...(key.sharedWith === undefined
            ? []
            : [`Without one of its own it uses the key of ${code(key.sharedWith)}.`]),
        ];
  return [
    `### ${displayName} (${code(id)})`,
    '',
    summary,
    '',
    ...keyLines,
    '',
    ...(guide?.preparation === undefined ? [] : [guide.preparation, '']),
    ...(guide === undefined
      ? []
      : [
          `Cost of 1,000 questions: ${guide.price}`,
          '',
          `Country: ${guide.country}`,
          '',
          `An answer that got lost: ${repeats[definition.repeat]}`,
          '',
        ]),
    ...settingsOf(definition),
    ...notesOf(definition),
    '',
    `Let it answer: ${code(`npx parallax service engines bind ${triedOn(definition)} ${id}`)}`,
    '',
    'Try it without an account, against a local server that speaks its protocol:',
    '',
    ...tryCommands(definition),
    '',
  ];
}

const repeats: Readonly<Record<DriverDefinition['repeat'], string>> = {
  free: 'the question is asked again; that costs nothing.',
  stored: 'the question is asked again; an equal question is given again without a charge.',
  receipts: 'what was ordered is kept with the job and collected, and nothing is ordered twice.',
  never:
    'the question may have been charged, so it is not asked again by itself. What the provider itself refuses or fails at is.',
};

function unprovenChapter(): readonly string[] {
  return driverCatalogue.flatMap((definition) => [
    `- **${definition.displayName}**: ${definition.guide?.unproven.join('; ')}.`,
    '  ```sh',
    `  ${verifyCommand(definition)}`,
    '  ```',
  ]);
}

function provenanceTable(): readonly string[] {
  return table(
    ['Member', 'Meaning'],
    [
      ['`driver`, `model`', 'who answered, and the model as served'],
      [
        '`surface`',
        '`model-api`, `consumer-page` (the assistant’s own page), `search-page` (the search engine’s own page) or `search-api`',
      ],
      ['`searched`', 'whether a web search really ran'],
      [
        '`country`',
        '`requested`, `honoured` (`parameter`, `prompt-hint` in words, `exit-location`, `not-applied`, `not-requested`) and `applied`, what was sent',
      ],
      [
        '`stop`',
        '`kind` `complete`, `cut`, `refused` or `blocked`, and the provider’s own `reason`; anything but `complete` is no whole answer',
      ],
      ['`requestId`', 'the provider’s own id of the request'],
      [
        '`usage`',
        '`inputTokens`, `outputTokens`, `reasoningTokens`, `cachedTokens`, `searches`, `requests`, over every exchange of the attempt',
      ],
      [
        '`cost`',
        '`amount`, `currency`, `source`: `stated` by the provider, or `computed` from the price list of the day `pricesOf`',
      ],
      ['`latencyMs`', 'milliseconds spent waiting for the provider'],
    ],
  );
}

/** The whole document as the records say it now. */
export function renderEngineDocument(): string {
  const lines = [
    '# Engines and drivers',
    '',
    'Written by `node scripts/engineDocs.ts` from the drivers’ own records; a test fails when it is out of date.',
    '',
    'An **engine** is one of the interface’s eight; a **driver** answers for an engine. Out of the box all eight are bound to the sandbox, and they stay so until you bind another driver: `npx parallax service engines bind ENGINE DRIVER`, or Settings, Engines, in the window. For one country another driver can answer: `npx parallax service engines bind ENGINE DRIVER --country JP`. A driver that is bound but not ready (no key, no model) leaves its engine "not yet available".',
    '',
    'A member a driver cannot fill is absent from its results, never invented. Every result says in `provenance`:',
    '',
    ...provenanceTable(),
    'What a model answers over its API is not what its own page shows: figures that pool surfaces say so.',
    '',
    'Failures have categories. A failure for good answers 502 with `details.reason`: `key`, `quota`, `rejected`, `blocked`, `unreadable`, `unsupported`, `country` (not served there) or `lost` (may have been charged, so it is not asked again). What passes is tried again by the service: `rate`, `trouble`, `unreachable`, `timeout`, `half-answer`, `unreadable`. How each of these was made sure of is in [engineTests.md](engineTests.md).',
    '',
    ...overview(),
    '## What each driver can fill',
    '',
    'Per engine, member by member. *In words* means that one neutral sentence ("The person asking is in Germany.") goes along.',
    '',
    ...engines.flatMap(engineMatrix),
    'Beyond the interface, on every driver here: pills carry `start` and `end`, UTF-16 offsets of the cited words in `text` (equal where the citation is a mere mark, which `text` leaves out); a source whose `url` is an opaque redirect carries its site as `domain`; news carries `publishedAt` where the provider gives an instant; Brave’s questions in `peopleAlsoAsk` carry `kind: "faq"`; `entities` comes with any engine where the provider itself names them.',
    '',
    '## Setting up each driver',
    '',
    'In the window: Settings, Engines. Set up the provider: enter its key (it is checked, goes into the system’s keychain and is never shown again), choose a model from the provider’s own list, and tick the engines it answers for. Stand-alone (`parallax serve`): keys come from the environment only; settings and bindings from `service.json` in the service’s data folder, which `parallax service engines bind` writes:',
    '',
    '```json',
    '{ "bindings": { "assistant-a": "openai", "search": "brave" }, "drivers": { "openai": { "model": "gpt-5.4-mini" } } }',
    '```',
    '',
    'What the start says wins over `service.json`, and that over the environment. A refused key rests for half a minute before it is tried again; a driver’s own time limit bounds each attempt with all its exchanges.',
    '',
    ...driverCatalogue.flatMap(chapter),
    '## What wants a real key',
    '',
    'Everything above is proven with the real clients over real sockets against local servers that speak each provider’s wire protocol: answers whole and cut at every byte, unknown events, errors of every shape, slow, hanging and broken connections, huge and unreadable bodies, and cancellation. **No driver here has been run against its provider’s own server.** Left to see with a real key, with the one command that shows it:',
    '',
    ...unprovenChapter(),
    '',
  ];
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

if (import.meta.main) {
  const document = renderEngineDocument();
  if (process.argv.includes('--check')) {
    if (readFileSync(engineDocument, 'utf8') !== document) {
      console.error('docs/engines.md is out of date: run node scripts/engineDocs.ts');
      process.exit(1);
    }
  } else {
    writeFileSync(engineDocument, document);
    console.log(`wrote ${engineDocument}`);
  }
}
