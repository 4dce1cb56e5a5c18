import type { AnsweringProvider } from '../answeringDriver.ts';
import { askChat, chatMessages } from '../chatProtocol.ts';
import type { JsonQuestion, StructuredAnswer } from '../driver.ts';
import type { ProviderSession } from '../driverFrame.ts';
import { jsonAnswer } from '../modelEntities.ts';
import { type ClientSetup, openaiModels, openaiRequest } from '../openai/openaiRequests.ts';
import type { FailedOutcome } from '../providerErrors.ts';

/**
 * One question answered as JSON over chat completions. `json_schema` is the only format that both Ollama and LM
 * Studio accept.
 */
export async function chatJson(
  service: string,
  setup: ClientSetup,
  question: JsonQuestion,
  session: ProviderSession,
): Promise<StructuredAnswer | FailedOutcome> {
  const { model, instructions, text, schemaName, schema, temperature } = question;
  const messages = chatMessages(instructions, text);
  const response_format = { type: 'json_schema', json_schema: { name: schemaName, schema, strict: true } };
  const stream_options = { include_usage: true };
  const body = { model, stream: true, stream_options, messages, response_format, temperature };
  const outcome = await askChat(service, session, openaiRequest(setup, 'chat/completions', body));
  return outcome.kind === 'chat' ? jsonAnswer(service, outcome.text, outcome) : outcome;
}

/** What every server of models can do besides answering: JSON, and the list of its models. */
export function chatModels(
  service: string,
  setup: ClientSetup,
  { entityModel }: { readonly entityModel: string },
): Pick<AnsweringProvider, 'askJson' | 'entityModel' | 'listModels'> {
  return {
    askJson: (question, session) => chatJson(service, setup, question, session),
    entityModel,
    listModels: (session) => openaiModels(service, setup, session),
  };
}
