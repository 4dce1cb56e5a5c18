import { askChat, type ChatAnswer } from '../chatProtocol.ts';
import type { ProviderSession } from '../driverFrame.ts';
import type { JsonQuestion } from '../modelEntities.ts';
import { type ClientSetup, openaiRequest } from '../openai/openaiRequests.ts';
import type { FailedOutcome } from '../providerErrors.ts';

/** One question answered as JSON over chat completions; undefined if it failed. */
export async function chatJson(
  service: string,
  setup: ClientSetup,
  question: JsonQuestion,
  session: ProviderSession,
): Promise<string | undefined> {
  const outcome = await askChatJson(service, setup, question, session);
  return outcome.kind === 'chat' ? outcome.text : undefined;
}

/**
 * The same with the reason of a failure. `json_schema` is the only format that both Ollama and LM Studio
 * accept.
 */
export function askChatJson(
  service: string,
  setup: ClientSetup,
  question: JsonQuestion,
  session: ProviderSession,
): Promise<ChatAnswer | FailedOutcome> {
  const { model, instructions, text, schemaName, schema } = question;
  const messages = [
    { role: 'system', content: instructions },
    { role: 'user', content: text },
  ];
  const response_format = { type: 'json_schema', json_schema: { name: schemaName, schema, strict: true } };
  const body = { model, stream: true, messages, response_format };
  return askChat(service, session, openaiRequest(setup, 'chat/completions', body));
}
