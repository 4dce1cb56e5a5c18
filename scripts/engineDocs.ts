// Writes docs/engines.md: the drivers, the fields each provides, their setup, and what was tested.
//   node scripts/engineDocs.ts          writes the file
//   node scripts/engineDocs.ts --check  fails when the file is out of date
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { driverCatalogue } from '../src/service/drivers/catalogue.ts';
import type { LocationSupport } from '../src/service/drivers/driver.ts';
import type { DriverDefinition } from '../src/service/drivers/driverDefinition.ts';
import { sandboxDefinition } from '../src/service/drivers/sandbox/sandboxDefinition.ts';
import { type Engine, engines } from '../src/shared/interface/engines.ts';
import type { Surface } from '../src/shared/interface/surface.ts';

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
  'prompt-hint': 'in prompt',
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
    id === sandboxDefinition.id ? 'all, by default' : suggestedFor.join(', ') || '–',
  ]);
  return table(['Driver', 'Name', 'Description', 'Key', 'Surface', 'Suggested for'], rows);
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
  return [...new Set(named)].join(', ') || 'generated';
}

const topLevel = (field: string): string => field.split(/[.[]/)[0] ?? field;

/** One row for each driver: a new one adds a line and changes no other. */
function engineMatrix(engine: Engine): readonly string[] {
  const rows = drivers.flatMap(({ id, capabilities }) => {
    const record = capabilities[engine];
    if (record === undefined) return [];
    const fields = [...new Set(record.fields.map(topLevel))].map(code).join(', ');
    return [[code(id), fields, support[record.country], support[record.state], support[record.language]]];
  });
  return [`### ${engine}`, '', ...table(['Driver', 'Fields', 'Country', 'State', 'Language'], rows)];
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

/** Variables for settings without a default; variables of the local server only if one is used. */
function exampleOf(guide: DriverDefinition['guide'], origin: string): readonly string[] {
  return Object.entries(guide?.example ?? {}).flatMap(([name, value]) => {
    if (value !== 'ORIGIN') return [`${name}=${value} `];
    return origin === '' ? [] : [`${name}=${origin} `];
  });
}

const port = 4010;

/** From nothing to a stored observation, in a temporary data folder so that the user's bindings do not change. */
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
  const { id, displayName, summary, apiVersion, key, guide } = definition;
  const keyLines =
    key === undefined
      ? ['No key; only its URL has to be set.']
      : [
          `Key: ${key.label}, in the keychain through Settings, Engines, or in ${code(key.env)} for the stand-alone service. From ${key.from}.`,
          ...(key.sharedWith === undefined
            ? []
            : [`Without its own key it uses the key of ${code(key.sharedWith)}.`]),
        ];
  return [
    `### ${displayName} (${code(id)})`,
    '',
    summary,
    '',
    ...keyLines,
    '',
    ...(apiVersion === undefined ? [] : [`API version: ${code(apiVersion)}`, '']),
    ...(guide?.preparation === undefined ? [] : [guide.preparation, '']),
    ...(guide === undefined
      ? []
      : [
          `Cost of 1,000 questions: ${guide.price}`,
          '',
          `Country: ${guide.country}`,
          '',
          `Lost answers: ${repeats[definition.repeat]}`,
          '',
        ]),
    ...settingsOf(definition),
    ...notesOf(definition),
    '',
    `Bind it to an engine: ${code(`npx parallax service engines bind ${triedOn(definition)} ${id}`)}`,
    '',
    'Try it without an account, against a local server that implements its protocol:',
    '',
    ...tryCommands(definition),
    '',
  ];
}

const repeats: Readonly<Record<DriverDefinition['repeat'], string>> = {
  free: 'the question is retried, at no cost.',
  stored:
    'the question is retried; the provider returns the stored answer to an identical question without a charge.',
  receipts:
    'the provider’s request id is stored with the job, so the answer is collected and nothing is requested twice.',
  never:
    'the question may have been charged, so it is not retried automatically. Errors returned by the provider are retried.',
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
      ['`driver`, `model`', 'the driver that answered, and the model reported by the provider'],
      [
        '`surface`',
        '`model-api`, `consumer-page` (the assistant’s own page), `search-page` (the search engine’s own page) or `search-api`',
      ],
      ['`searched`', 'whether a web search actually ran'],
      [
        '`country`',
        '`requested`, `honoured` (`parameter`, `prompt-hint`, `exit-location`, `not-applied`, `not-requested`) and `applied`, the value sent',
      ],
      [
        '`stop`',
        '`kind` `complete`, `cut`, `refused` or `blocked`, and the provider’s own `reason`; only `complete` is a full answer',
      ],
      ['`requestId`', 'the provider’s own id of the request'],
      [
        '`usage`',
        '`inputTokens`, `outputTokens`, `reasoningTokens`, `cachedTokens`, `searches`, `requests`, summed over all exchanges of the attempt',
      ],
      [
        '`cost`',
        '`amount`, `currency`, `source`: `stated` by the provider, or `computed` from the price list of `pricesOf`',
      ],
      [
        '`overview`',
        '`shown`, `arrived` and `reason`, if the page showed an AI overview that did not arrive; the result then has no `aioverview`, and `null` says that there was none',
      ],
      ['`latencyMs`', 'milliseconds spent waiting for the provider'],
    ],
  );
}

/** The complete document, from the current records. */
export function renderEngineDocument(): string {
  const lines = [
    '# Engines and drivers',
    '',
    'Generated by `node scripts/engineDocs.ts` from the records of the drivers; a test fails when it is out of date.',
    '',
    'An **engine** is one of the eight engines of the interface; a **driver** answers for an engine. All eight are bound to the sandbox until you bind another driver: `npx parallax service engines bind ENGINE DRIVER`, or Settings, Engines, in the window. You can bind a different driver for a country: `npx parallax service engines bind ENGINE DRIVER --country JP`. If a bound driver is not ready (no key, no model), its engine is "not yet available".',
    '',
    'Fields that a driver cannot provide are absent from its results, never made up. Every result has a `provenance`:',
    '',
    ...provenanceTable(),
    'A model’s API and its consumer page give different answers, so figures that combine surfaces say so.',
    '',
    'Failures have categories. A permanent failure returns 502 with `details.reason`: `key`, `quota`, `rejected`, `blocked`, `unreadable`, `unsupported`, `country` (not served there) or `lost` (may have been charged, so it is not retried). The service retries temporary failures: `rate`, `trouble`, `unreachable`, `timeout`, `half-answer`, `unreadable`. [engineTests.md](engineTests.md) lists the tests of each.',
    '',
    ...overview(),
    '## Fields of each driver',
    '',
    'Per engine. *In prompt* means that one neutral sentence ("The person asking is in Germany.") is added to the prompt.',
    '',
    ...engines.flatMap(engineMatrix),
    'Additions to the interface, for every driver here: pills have `start` and `end`, UTF-16 offsets of the cited words in `text` (equal if the citation is only a mark, which `text` omits); a source whose `url` is an opaque redirect has its site as `domain`; news have `publishedAt` if the provider states a time; Brave’s questions in `peopleAlsoAsk` have `kind: "faq"`; any engine has `entities` if the provider returns them.',
    '',
    '## Driver setup',
    '',
    'In the window: Settings, Engines. Enter the provider’s key (it is checked, stored in the system’s keychain and never shown again), choose a model from the provider’s list, and tick the engines it answers for. Standalone (`parallax serve`): keys come from the environment only; settings and bindings from `service.json` in the service’s data folder, which `parallax service engines bind` writes:',
    '',
    '```json',
    '{ "bindings": { "assistant-a": "openai", "search": "brave" }, "drivers": { "openai": { "model": "gpt-6-sol" } } }',
    '```',
    '',
    'Start options override `service.json`, which overrides the environment. A refused key is not tried again for half a minute. A driver’s time limit covers each attempt with all its exchanges.',
    '',
    ...driverCatalogue.flatMap(chapter),
    '## Not verified without a real key',
    '',
    'Everything above is tested with the real clients over real sockets against local servers that implement each provider’s protocol: complete answers and answers cut at every byte, unknown events, all kinds of errors, slow, hanging and broken connections, huge and unreadable bodies, and cancellation. **No driver has been run against its provider’s own server.** To be verified with a real key, each with its command:',
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
