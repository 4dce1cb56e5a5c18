import { ServiceError } from '#client/serviceError.ts';
import type { AppError } from '#shared/model/appError.ts';
import type { ConnectionTest } from '#shared/model/connection.ts';
import { bridgeCode, sentence } from '../client/appErrors.ts';
import type { ServiceClient } from '../client/serviceClient.ts';

type Step = ConnectionTest['steps'][number];

/** The result of a test without a call, because the key belongs to another address. */
export function refusedTest({ code, message }: AppError): ConnectionTest {
  return { ok: false, code, message, steps: [{ name: 'key', ok: false, detail: message }] };
}

/**
 * Requests the balance and reports the first problem: address, certificate, server, key or credits. Costs
 * nothing.
 * @param hasKey without one the test reports that, after checking that the service is there
 */
export async function testConnection(
  client: ServiceClient,
  hasKey: boolean,
  signal?: AbortSignal,
): Promise<
  ConnectionTest & { readonly balance: Awaited<ReturnType<ServiceClient['credits']>>['data'] | null }
> {
  const steps: Step[] = [];
  const pass = (name: string, detail: string) => steps.push({ name, ok: true, detail });
  const stop = (name: string, code: string, message: string) => {
    steps.push({ name, ok: false, detail: message });
    return { ok: false, message, code, steps, balance: null };
  };
  try {
    const { data, exchange } = await client.credits({ signal, retries: 0 });
    const tookMs = exchange.receivedAtMs - exchange.sentAtMs;
    pass('reach', `Responded in ${Math.round(tookMs)} ms.`);
    pass('service', 'It is an Answer Monitoring Service.');
    if (hasKey) pass('key', 'Key accepted.');
    if (data.remaining <= 0) {
      const when =
        data.cycleResetsAt === null ? '' : ` The next cycle starts on ${data.cycleResetsAt.slice(0, 10)}.`;
      return {
        ...stop('credits', 'INSUFFICIENT_CREDITS', `The account has no credits left.${when}`),
        balance: data,
      };
    }
    pass('credits', `${data.remaining.toLocaleString('en')} credits left.`);
    const message = `Works: ${data.remaining.toLocaleString('en')} credits left.`;
    return { ok: true, message, code: null, steps, balance: data };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const code = bridgeCode(error);
    if (error.kind === 'certificate') return stop('certificate', code, error.message);
    if (['connection', 'timeout', 'proxy'].includes(error.kind)) return stop('reach', code, error.message);
    pass('reach', 'A server responds at this address.');
    if (error.kind === 'not-this-service') return stop('service', code, error.message);
    pass('service', 'It is an Answer Monitoring Service.');
    if (error.status === 401) {
      if (!hasKey) return stop('key', code, 'No key is stored for this connection. Enter one.');
      if (error.code === 'INVALID_API_KEY_FORMAT')
        return stop('key', 'INVALID_KEY_FORMAT', 'The service reports a malformed key. Copy the key again.');
      return stop('key', code, sentence(error, code));
    }
    return stop('service', code, sentence(error, code));
  }
}
