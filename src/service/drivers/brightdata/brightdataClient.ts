import { z } from 'zod';
import { safeParse } from '#shared/interface/safeParse.ts';
import type { JsonObject } from '#shared/json.ts';
import { answered } from '../answeredCall.ts';
import type { AccountState } from '../driver.ts';
import type { ProviderSession } from '../driverFrame.ts';
import { numberAt, objectAt, textAt } from '../jsonFields.ts';
import { type CallResult, mayHaveArrived, type ProviderRequest } from '../providerCall.ts';
import { type FailedOutcome, fatal, lost, ProviderRefusal, pending, retry } from '../providerErrors.ts';
import type { RequestGate } from './requestGate.ts';

export const service = 'Bright Data';

export type PageRecord = { readonly kind: 'record'; readonly record: JsonObject };

export type BrightDataClient = {
  /**
   * Requests a page: waits for it in a synchronous call, otherwise collects its snapshot later, also after a
   * restart.
   */
  readonly ask: (
    dataset: string,
    input: Readonly<Record<string, unknown>>,
    session: ProviderSession,
  ) => Promise<PageRecord | FailedOutcome>;
  /** The balance behind the key. @throws ProviderRefusal */
  readonly account: (session: ProviderSession) => Promise<AccountState>;
};

const receiptSchema = z.union([
  z.object({ state: z.literal('sending') }),
  z.object({ state: z.literal('sent'), snapshot: z.string() }),
]);
type Receipt = z.output<typeof receiptSchema>;

const collectEveryMs = 10_000;

export function createClient(key: string | undefined, baseUrl: string, gate: RequestGate): BrightDataClient {
  const headers = { authorization: `Bearer ${key ?? ''}` };

  /**
   * Sends if the gate has room, otherwise returns how long to wait.
   * @param before called once it is certain that the request is sent
   */
  const guarded = async (
    session: ProviderSession,
    request: ProviderRequest,
    before?: () => Promise<void>,
  ): Promise<CallResult | { readonly kind: 'waiting'; readonly ms: number }> => {
    const crowded = gate.enter(session.now());
    if (crowded > 0) await gate.room(crowded);
    const ms = crowded > 0 ? gate.enter(session.now()) : 0;
    if (ms > 0) return { kind: 'waiting', ms };
    let refused = false;
    try {
      session.signal.throwIfAborted();
      await before?.();
      const result = await session.exchange(request);
      refused = result.kind === 'response' && result.response.status === 429;
      return result;
    } finally {
      gate.done(refused, session.now());
    }
  };

  const keep = (session: ProviderSession, receipt: Receipt | null): Promise<void> =>
    session.keepReceipt(receipt === null ? null : JSON.stringify(receipt));

  const collect = async (snapshot: string, session: ProviderSession): Promise<PageRecord | FailedOutcome> => {
    const url = `${baseUrl}/datasets/v3/snapshot/${encodeURIComponent(snapshot)}?format=json`;
    const result = await guarded(session, { url, headers });
    if (result.kind === 'waiting') return pending(result.ms);
    if (result.kind === 'response' && result.response.status === 202) return pending(collectEveryMs);
    const read = recordIn(result, session);
    // Collecting costs nothing, so network errors are only a reason to try again later.
    return read.kind === 'retry' ? pending(collectEveryMs) : read;
  };

  const recordIn = (result: CallResult, session: ProviderSession): PageRecord | FailedOutcome => {
    const call = answered(service, result, session.attempt);
    if (!call.ok) return call.outcome;
    const body = call.response.body.document;
    const record = objectAt(Array.isArray(body) ? body[0] : body);
    const failure = failureIn(record);
    if (failure !== undefined) return failure;
    session.meter.note({ usage: { requests: 1 } });
    return { kind: 'record', record };
  };

  const send = async (
    dataset: string,
    input: Readonly<Record<string, unknown>>,
    session: ProviderSession,
  ): Promise<PageRecord | FailedOutcome> => {
    const path = session.queued ? 'trigger' : 'scrape';
    const query = new URLSearchParams({ dataset_id: dataset, format: 'json', include_errors: 'true' });
    const request = { url: `${baseUrl}/datasets/v3/${path}?${query}`, headers, body: [input] };
    const result = await guarded(session, request, () => keep(session, { state: 'sending' }));
    if (result.kind === 'waiting') return pending(result.ms);
    if (mayHaveArrived(result)) return lost(service);
    const body = result.kind === 'response' ? objectAt(result.response.body.document) : {};
    const snapshot = textAt(body, 'snapshot_id');
    if (snapshot !== undefined) {
      await keep(session, { state: 'sent', snapshot });
      return pending(collectEveryMs);
    }
    await keep(session, null);
    return recordIn(result, session);
  };

  return {
    account: async (session) => {
      const result = await session.exchange({ url: `${baseUrl}/customer/balance`, headers });
      const call = answered(service, result, 2);
      if (!call.ok) throw ProviderRefusal.of(call.outcome);
      const amount = numberAt(call.response.body.document, 'balance');
      return amount === undefined ? {} : { balance: { amount, currency: 'USD' } };
    },
    ask: (dataset, input, session) => {
      const kept = session.receipt();
      if (kept === null) return send(dataset, input, session);
      const receipt = safeParse(receiptSchema, JSON.parse(kept)).data;
      if (receipt?.state === 'sent') return collect(receipt.snapshot, session);
      const message = `Parallax ended while ${service} was answering; the question may have been charged and is not repeated.`;
      return Promise.resolve(fatal('lost', message));
    },
  };
}

/** A page that could not be read is returned as a separate record. */
function failureIn(record: JsonObject): FailedOutcome | undefined {
  const said = textAt(record, 'error') ?? textAt(record, 'error_message');
  const code = textAt(record, 'error_code') ?? '';
  if (said === undefined && code === '') return undefined;
  const words = `${code} ${said ?? ''}`.trim();
  if (/country|geo|location/i.test(words))
    return fatal('country', `${service} cannot ask from this country: ${words}`);
  if (/block|refus|policy|moderation/i.test(words))
    return fatal('blocked', `The page refused the question: ${words}`);
  if (/validation|invalid|unsupported|too long/i.test(words))
    return fatal('rejected', `${service} rejected the question: ${words}`);
  return retry('trouble', `${service} could not read the page: ${words}`);
}
