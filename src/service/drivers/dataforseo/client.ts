import { z } from 'zod';
import { safeParse } from '#shared/interface/safeParse.ts';
import type { ProviderSession } from '../driverFrame.ts';
import { listAt, textAt } from '../jsonFields.ts';
import { mayHaveArrived } from '../providerCall.ts';
import { type FailedOutcome, fatal, lost, pending, retry } from '../providerErrors.ts';
import { service, type Task, taskAnswer } from './taskAnswer.ts';

export type DataForSeoSettings = {
  readonly baseUrl: string;
  readonly sandboxUrl: string;
  readonly account: 'live' | 'sandbox';
  readonly mode: 'automatic' | 'live' | 'queued';
};

type Rows = { readonly kind: 'list'; readonly rows: readonly unknown[] };

export type DataForSeoClient = {
  /** One question: asked synchronously, or queued at the provider and collected, also after a restart. */
  readonly ask: (
    api: string,
    task: Readonly<Record<string, unknown>>,
    session: ProviderSession,
  ) => Promise<Task | FailedOutcome>;
  /** A list that costs nothing to read. */
  readonly list: (path: string, session: ProviderSession) => Promise<Rows | FailedOutcome>;
};

/**
 * Stored with a job before its question is sent: a question that may have arrived is looked up, never repeated.
 */
const receiptSchema = z.union([
  z.object({ state: z.literal('asked') }),
  z.object({ state: z.literal('sending'), api: z.string(), looks: z.number() }),
  z.object({ state: z.literal('sent'), api: z.string(), id: z.string(), cost: z.number().optional() }),
]);
type Receipt = z.output<typeof receiptSchema>;

/** DataForSEO answers from its queue within minutes. */
const collectEveryMs = 10_000;
/** A task with a lost id is looked up by its tag among the finished ones, for about half an hour. */
const maxPolls = 180;

export function createClient(key: string | undefined, settings: DataForSeoSettings): DataForSeoClient {
  const origin = settings.account === 'sandbox' ? settings.sandboxUrl : settings.baseUrl;
  const headers = { authorization: `Basic ${Buffer.from(key ?? '').toString('base64')}` };

  const get = (path: string, session: ProviderSession) =>
    session.exchange({ url: `${origin}/v3/${path}`, headers });

  const post = (path: string, task: Readonly<Record<string, unknown>>, session: ProviderSession) =>
    session.exchange({ url: `${origin}/v3/${path}`, headers, body: [task] });

  const metered = (task: Task, session: ProviderSession): Task => {
    session.meter.note({ requestId: task.id, statedCost: task.cost, usage: { requests: 1 } });
    return task;
  };

  const live: DataForSeoClient['ask'] = async (api, task, session) => {
    await session.keepReceipt(JSON.stringify({ state: 'asked' } satisfies Receipt));
    const result = await post(`${api}/live/advanced`, task, session);
    if (mayHaveArrived(result)) return lost(service);
    await session.keepReceipt(null);
    const answer = taskAnswer(result, session.attempt);
    if (answer.kind === 'task') return metered(answer, session);
    return answer.kind === 'unfinished' ? retry('trouble', `${service} has not finished the task`) : answer;
  };

  const collect = async (receipt: Receipt, session: ProviderSession): Promise<Task | FailedOutcome> => {
    if (receipt.state === 'asked') return lost(service);
    if (receipt.state === 'sending') return look(receipt, session);
    const result = await get(`${receipt.api}/task_get/advanced/${encodeURIComponent(receipt.id)}`, session);
    const answer = taskAnswer(result, session.attempt);
    if (answer.kind === 'task') {
      // The task is charged when it is accepted; collecting it states no further cost, or the same again.
      return metered({ ...answer, cost: answer.cost || receipt.cost }, session);
    }
    // Collecting costs nothing, so network errors are only a reason to try again later.
    if (answer.kind === 'unfinished' || answer.kind === 'retry') return pending(collectEveryMs);
    return answer;
  };

  const look = async (
    { api, looks }: Extract<Receipt, { state: 'sending' }>,
    session: ProviderSession,
  ): Promise<Task | FailedOutcome> => {
    const ready = await readList(`${api}/tasks_ready`, session);
    if (ready.kind === 'list') {
      const id = textAt(
        ready.rows.find((one) => textAt(one, 'tag') === session.jobId),
        'id',
      );
      if (id !== undefined) {
        const receipt: Receipt = { state: 'sent', api, id };
        await session.keepReceipt(JSON.stringify(receipt));
        return collect(receipt, session);
      }
    }
    if (looks >= maxPolls) {
      return fatal('lost', `${service} may have accepted this question, but its task cannot be found.`);
    }
    await session.keepReceipt(JSON.stringify({ state: 'sending', api, looks: looks + 1 } satisfies Receipt));
    return pending(collectEveryMs);
  };

  const queued: DataForSeoClient['ask'] = async (api, task, session) => {
    const kept = session.receipt();
    if (kept !== null) {
      const receipt = safeParse(receiptSchema, JSON.parse(kept)).data;
      return receipt === undefined ? lost(service) : collect(receipt, session);
    }
    const sending: Receipt = { state: 'sending', api, looks: 0 };
    await session.keepReceipt(JSON.stringify(sending));
    const result = await post(`${api}/task_post`, { ...task, tag: session.jobId }, session);
    if (mayHaveArrived(result)) return pending(collectEveryMs);
    const answer = taskAnswer(result, session.attempt);
    if (answer.kind === 'task' || answer.kind === 'unfinished') {
      const { id, cost } = answer;
      if (id === undefined) return pending(collectEveryMs);
      await session.keepReceipt(JSON.stringify({ state: 'sent', api, id, cost } satisfies Receipt));
      return pending(collectEveryMs);
    }
    // It was refused, or never sent: nothing is outstanding.
    await session.keepReceipt(null);
    return answer;
  };

  const readList: DataForSeoClient['list'] = async (path, session) => {
    const result = await get(path, session);
    const answer = taskAnswer(result, session.attempt);
    if (answer.kind === 'unfinished') return retry('trouble', `${service} has not finished its list`);
    if (answer.kind !== 'task') return answer;
    const body = result.kind === 'response' ? result.response.body.document : undefined;
    return { kind: 'list', rows: listAt(body, 'tasks', 0, 'result') };
  };

  return {
    list: readList,
    ask: (api, task, session) => {
      const queue = settings.mode === 'queued' || (settings.mode === 'automatic' && session.queued);
      return queue || session.receipt() !== null ? queued(api, task, session) : live(api, task, session);
    },
  };
}
