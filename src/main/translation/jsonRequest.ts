import type { Transport } from '#client/exchange.ts';
import type { Clock } from '#platform/clock.ts';
import { ProxyFailure } from '#platform/http/proxies.ts';
import { withoutSecret } from '#platform/withoutSecret.ts';
import { AppError } from '#shared/model/appError.ts';

export type JsonResponse = {
  readonly status: number;
  /** Undefined if the body is no JSON. */
  readonly json: unknown;
};

export type JsonRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; a GET if absent. */
  readonly body?: unknown;
  /** Removed from every message. */
  readonly secret: string | null;
  readonly signal: AbortSignal;
};

const timeoutMs = 60_000;
const maxBytes = 16 * 1024 ** 2;
const attempts = 4;
const firstWaitMs = 1000;

/**
 * Sends a request to a translator and tries again while it is busy (429, 5xx), waiting longer each time.
 * @param name of the translator, for messages
 * @throws AppError UNREACHABLE, CANCELLED, PROXY, SERVICE_UNAVAILABLE
 */
export async function requestJson(
  name: string,
  request: JsonRequest,
  { fetch, clock }: { readonly fetch: Transport; readonly clock: Clock },
): Promise<JsonResponse> {
  for (let attempt = 1; ; attempt++) {
    const response = await sendOnce(name, request, fetch);
    const isBusy = response.status === 429 || response.status >= 500;
    if (!isBusy) return response;
    if (attempt === attempts)
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        `${name} is busy (HTTP ${response.status}). Translated answers are kept. Try again later.`,
        { retryable: true },
      );
    await clock.wait(firstWaitMs * 2 ** (attempt - 1), request.signal).catch(() => {
      throw cancelled();
    });
  }
}

async function sendOnce(
  name: string,
  { url, headers, body, secret, signal }: JsonRequest,
  fetch: Transport,
): Promise<JsonResponse> {
  const timeUp = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.any([signal, timeUp]),
      isForeign: false,
    });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > maxBytes) throw new Error('the response is too large');
      chunks.push(chunk);
    }
    return { status: response.status, json: jsonOf(Buffer.concat(chunks).toString('utf8')) };
  } catch (error) {
    if (signal.aborted) throw cancelled();
    if (error instanceof ProxyFailure) throw new AppError('PROXY', error.message);
    const reason = timeUp.aborted
      ? `it did not answer within ${timeoutMs / 1000} seconds`
      : withoutSecret(error instanceof Error ? error.message : String(error), secret);
    throw new AppError(
      'UNREACHABLE',
      `${name} cannot be reached at ${new URL(url).origin}: ${reason}. Translated answers are kept.`,
      { retryable: true },
    );
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function cancelled(): AppError {
  return new AppError('CANCELLED', 'The translation was cancelled. Translated answers are kept.');
}
