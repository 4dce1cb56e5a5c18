import type OpenAI from 'openai';
import { listed } from '../answeredCall.ts';
import type { OfferedModel } from '../driver.ts';
import type { ProviderSession } from '../driverFrame.ts';
import { numberAt, textAt } from '../jsonFields.ts';
import type { JsonQuestion } from '../modelEntities.ts';
import type { Fetch } from '../providerCall.ts';
import { askResponses } from '../responsesProtocol.ts';

export type ClientSetup = { readonly key: string | undefined; readonly baseUrl: string };

/**
 * The official client for OpenAI and compatible servers. Loaded on first use, because it costs a cold start 100
 * ms and more. Its own retries are off, because the service retries. Environment variables that the SDK would
 * read are disabled, so that only the driver's settings count.
 */
export async function openaiClient({ key, baseUrl }: ClientSetup, fetch: Fetch): Promise<OpenAI> {
  const { default: Client } = await import('openai');
  return new Client({
    apiKey: key ?? 'none',
    baseURL: baseUrl,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    // The exchange has its own time limits; the SDK's would only abort earlier.
    timeout: 24 * 60 * 60 * 1000,
    logLevel: 'off',
    fetch,
    ...(key === undefined ? { defaultHeaders: { Authorization: null } } : {}),
  });
}

/** One question answered as JSON over the Responses API; undefined if it failed. */
export async function openaiJson(
  setup: ClientSetup,
  question: JsonQuestion,
  session: ProviderSession,
): Promise<string | undefined> {
  const { model, instructions, text, schemaName, schema } = question;
  const format = { type: 'json_schema' as const, name: schemaName, schema: { ...schema }, strict: true };
  const outcome = await askResponses('', session, async (fetch, signal) => {
    const client = await openaiClient(setup, fetch);
    await client.responses
      .create({ model, instructions, input: text, store: false, stream: true, text: { format } }, { signal })
      .asResponse();
  });
  return outcome.kind === 'response' ? outcome.text.markdown : undefined;
}

/** Models listed by the server, with their shutdown date if stated. */
export async function openaiModels(
  service: string,
  setup: ClientSetup,
  session: ProviderSession,
): Promise<readonly OfferedModel[]> {
  const result = await session.exchange(async (fetch, signal) => {
    const client = await openaiClient(setup, fetch);
    await client.models.list({ signal }).asResponse();
  });
  return listed(service, result).flatMap((model) => {
    const name = textAt(model, 'id');
    const endsOn = dayOf(model);
    return name === undefined ? [] : [{ name, ...(endsOn === undefined ? {} : { endsOn }) }];
  });
}

/** `shutdown_date` is a day, or seconds since the epoch. */
function dayOf(model: unknown): string | undefined {
  const seconds = numberAt(model, 'shutdown_date');
  if (seconds !== undefined) return new Date(seconds * 1000).toISOString().slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}/.exec(textAt(model, 'shutdown_date') ?? '')?.[0];
}
