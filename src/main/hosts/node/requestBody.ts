import type { IncomingMessage } from 'node:http';
import type { Refusal } from './requestGuard.ts';

/** Longest accepted body of a bridge call, in bytes. */
export const bodyLimitBytes = 4 * 1024 * 1024;

/** Reads a JSON body of at most `bodyLimitBytes`. The rest of a longer one is never read into memory. */
export async function readJson(
  request: IncomingMessage,
): Promise<{ readonly value: unknown } | { readonly refusal: Refusal }> {
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/json') {
    return { refusal: { status: 415, message: 'A call is sent as application/json.' } };
  }
  const tooLong: Refusal = { status: 413, message: `A call is at most ${bodyLimitBytes} bytes long.` };
  if (Number(request.headers['content-length'] ?? 0) > bodyLimitBytes) return { refusal: tooLong };
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyLimitBytes) return { refusal: tooLong };
    chunks.push(chunk);
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
  } catch {
    return { refusal: { status: 400, message: 'A call is one JSON object.' } };
  }
}
