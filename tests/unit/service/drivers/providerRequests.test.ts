import { expect, it } from 'vitest';
import type { Engine } from '#shared/interface/engines.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { type DriverHarness, harnesses, testKey } from '#tests/support/providers/harness.ts';
import { localFetch, wireText } from '#tests/support/providers/localFetch.ts';
import { driverFile } from '#tests/support/providers/recordedDrivers.ts';

const question = 'Welche Laufschuhe passen für breite Füße? 日本 👟 "\\';

type Ask = {
  readonly what: string;
  readonly engine: Engine;
  readonly body: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, string>>;
  readonly key?: string;
  /** Answers with this status in place of the ordinary answer. */
  readonly status?: number;
};

/** Questions that together use everything a request of the driver may contain. */
function asked({ definition: { capabilities, settings, key } }: DriverHarness): readonly Ask[] {
  const engines = Object.keys(capabilities) as Engine[];
  const [engine = 'search'] = engines;
  const has = (name: string): boolean => settings.some((setting) => setting.name === name);
  const body = { country: 'DE' };
  const asks: Ask[] = engines.map((each) => ({ what: `${each} in Germany`, engine: each, body }));
  if (engine === 'assistant-a') {
    asks.push(
      { what: 'a state', engine, body: { country: 'US', state: 'CA' } },
      { what: 'without web search', engine, body: { ...body, disableWebSearch: true } },
    );
  }
  if (has('persona')) {
    asks.push({ what: 'a persona', engine, body, settings: { persona: 'Answer a runner.' } });
  }
  if (has('entityModel')) {
    asks.push({ what: 'entities by a model', engine, body, settings: { entityModel: 'reader' } });
  }
  if (has('preset')) asks.push({ what: 'a preset', engine, body, settings: { preset: 'low' } });
  if (capabilities['search-ai'] !== undefined) {
    const location = { country: 'FR', hl: 'pt-BR', location: 'Munich,Bavaria,Germany', device: 'mobile' };
    asks.push({ what: 'a city and a language', engine: 'search-ai', body: location });
  }
  if (capabilities.search !== undefined) {
    const body = { country: 'FR', hl: 'pt-BR', device: 'ios' };
    asks.push({ what: 'a language and a device', engine: 'search', body });
  }
  if (key?.required === false) asks.push({ what: 'without a key', engine, body, key: '' });
  asks.push({ what: 'after a refusal', engine, body, status: 400 });
  return asks;
}

/** Every different request that the driver sends for them, with the addresses of its own settings. */
async function sentBy(harness: DriverHarness): Promise<string> {
  const { definition } = harness;
  const seen = new Set<string>();
  const lines: string[] = [];
  let status = 200;
  const answer = localFetch(harness, (reply) => {
    if (status !== 200) return Response.json({ error: { message: 'no' } }, { status });
    const { text, type } = wireText(reply, reply.sse ?? reply.body);
    return new Response(text, { headers: { 'content-type': type } });
  });
  const recording: typeof fetch = async (input, init) => {
    const { method, url, headers } = new Request(input, init);
    const request = [
      `${method} ${url}`,
      ...[...headers].map(([name, value]) => `${name}: ${value}`),
      ...(typeof init?.body === 'string' ? [init.body] : []),
    ].join('\n');
    if (!seen.has(request)) lines.push(request, '');
    seen.add(request);
    return answer(input, init);
  };
  const own = Object.entries(harness.settings('')).filter(([name]) => !/url$/i.test(name));
  const make = ({ settings = {}, key = testKey }: Partial<Ask>) =>
    definition.create({ key, settings: { ...Object.fromEntries(own), ...settings }, fetch: recording });
  for (const ask of asked(harness)) {
    const { what, engine, body } = ask;
    lines.push(`# ${what}`, '');
    status = ask.status ?? 200;
    const field = engine === 'search' || engine === 'search/news' ? 'query' : 'prompt';
    await make(ask).answer(driverJob(engine, { [field]: question, ...body }));
  }
  status = 200;
  lines.push('# lists', '');
  const { listModels, account } = make({});
  const { signal } = new AbortController();
  await listModels?.(signal);
  await account?.(signal);
  return lines.join('\n');
}

it.each(harnesses)('$definition.id sends the recorded requests, byte for byte', async (harness) => {
  await expect(await sentBy(harness)).toMatchFileSnapshot(driverFile(harness.definition.id, 'requests.txt'));
});
