import { listed } from '../answeredCall.ts';
import type { JsonQuestion, OfferedModel, StructuredAnswer } from '../driver.ts';
import type { ProviderSession } from '../driverFrame.ts';
import { numberAt, textAt } from '../jsonFields.ts';
import { jsonAnswer } from '../modelEntities.ts';
import { bearer, type ProviderRequest } from '../providerCall.ts';
import type { FailedOutcome } from '../providerErrors.ts';
import { askResponses } from '../responsesProtocol.ts';

export type ClientSetup = { readonly key: string | undefined; readonly baseUrl: string };

/** A request to OpenAI or a compatible server, whose base URL names the version of the API. */
export function openaiRequest({ key, baseUrl }: ClientSetup, path: string, body?: unknown): ProviderRequest {
  return { url: `${baseUrl}/${path}`, headers: bearer(key), body };
}

/** One question answered as JSON over the Responses API. */
export async function openaiJson(
  service: string,
  setup: ClientSetup,
  question: JsonQuestion,
  session: ProviderSession,
): Promise<StructuredAnswer | FailedOutcome> {
  const { model, instructions, text, schemaName, schema, temperature } = question;
  const format = { type: 'json_schema', name: schemaName, schema, strict: true };
  const body = {
    model,
    instructions,
    input: text,
    store: false,
    stream: true,
    text: { format },
    temperature,
  };
  const outcome = await askResponses(service, session, openaiRequest(setup, 'responses', body));
  if (outcome.kind !== 'response') return outcome;
  const answeredBy = textAt(outcome.response, 'model');
  return jsonAnswer(service, outcome.text.markdown, { model: answeredBy, stop: outcome.stop });
}

/** Models listed by the server, with their shutdown date if stated. */
export async function openaiModels(
  service: string,
  setup: ClientSetup,
  session: ProviderSession,
): Promise<readonly OfferedModel[]> {
  const result = await session.exchange(openaiRequest(setup, 'models'));
  return listed(service, result).flatMap((model) => {
    const name = textAt(model, 'id');
    const endsOn = dayOf(model);
    return name === undefined ? [] : [{ name, endsOn }];
  });
}

/** `shutdown_date` is a day, or seconds since the epoch. */
function dayOf(model: unknown): string | undefined {
  const seconds = numberAt(model, 'shutdown_date');
  if (seconds !== undefined) return new Date(seconds * 1000).toISOString().slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}/.exec(textAt(model, 'shutdown_date') ?? '')?.[0];
}
