import { onTestFinished } from 'vitest';
import type { CorePorts } from '#main/ports.ts';
import { startCore, type TestCore } from '#tests/support/core/testCore.ts';
import { analysisEntry, historyEntry, serviceEntry } from '#tests/support/programs.ts';
import {
  type ProviderServer,
  type Reply,
  startProviderServer,
} from '#tests/support/providers/providerServer.ts';

/** A question that the server got: the prompt's name, its instructions, and what they are about. */
export type AskedModel = {
  readonly model: string;
  readonly prompt: string;
  readonly instructions: string;
  readonly text: string;
};

/** An answer in chat completions, as Ollama, LM Studio and llama.cpp send it. */
export function chatReply(answer: unknown, more: Reply = {}): Reply {
  const content = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const chunks = [
    { id: 'chatcmpl-1', model: 'judge-1', choices: [{ index: 0, delta: { content }, finish_reason: null }] },
    { model: 'judge-1', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { model: 'judge-1', choices: [], usage: { prompt_tokens: 120, completion_tokens: 30 } },
  ];
  return { sse: chunks, done: true, ...more };
}

/** A local model server that speaks OpenAI's protocol and answers every analysis by a function. */
export async function startModelServer(
  answer: (asked: AskedModel) => unknown,
): Promise<ProviderServer & { readonly asked: () => readonly AskedModel[] }> {
  const asked: AskedModel[] = [];
  const server = await startProviderServer(({ path, body }) => {
    if (path.endsWith('/models')) return { body: { object: 'list', data: [{ id: 'judge-1' }] } };
    const question = questionOf(body);
    asked.push(question);
    return chatReply(answer(question));
  });
  return Object.assign(server, { asked: () => asked });
}

function questionOf(body: unknown): AskedModel {
  const { model, messages, response_format } = body as {
    model: string;
    messages: readonly { readonly role: string; readonly content: string }[];
    response_format?: { json_schema?: { name?: string } };
  };
  const said = (role: string) => messages.find((message) => message.role === role)?.content ?? '';
  return {
    model,
    prompt: response_format?.json_schema?.name ?? '',
    instructions: said('system'),
    text: said('user'),
  };
}

/** A core with the real service and analysis, whose analysis model is a local server. */
export async function startModelCore(
  answer: (asked: AskedModel) => unknown,
  over: Partial<CorePorts> = {},
): Promise<{ readonly core: TestCore; readonly server: Awaited<ReturnType<typeof startModelServer>> }> {
  const server = await startModelServer(answer);
  const core = await startCore({
    workers: { history: historyEntry, service: serviceEntry, analysis: analysisEntry },
    ...over,
  });
  onTestFinished(() => server.close());
  await core.router.invoke('service.engines.configure', {
    driver: 'openai-compatible',
    settings: { baseUrl: `${server.origin}/v1`, model: 'judge' },
  });
  const choice = { driver: 'openai-compatible', model: 'judge', monthlyLimit: null };
  await core.router.invoke('analysisModel.choose', { choice });
  return { core, server };
}
