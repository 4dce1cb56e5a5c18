import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { Engine } from '#shared/interface/engines.ts';
import type { DriverOutcome } from '../drivers/driver.ts';
import { fileToken } from '../identifiers.ts';
import type { StoredPages } from '../store/serviceStore.ts';

const compress = promisify(zstdCompress);

type Answer = Extract<DriverOutcome, { kind: 'answer' }>;

/** A result written out once, for a driver that gives the same answer to many jobs. */
type Written = { readonly json: string; response: Buffer | null };
const written = new WeakMap<Answer, Written>();

function write(answer: Answer): Written {
  let known = written.get(answer);
  if (known === undefined) {
    known = { json: JSON.stringify({ ...answer.result, provenance: answer.provenance }), response: null };
    written.set(answer, known);
  }
  return known;
}

/** The result as JSON with its provenance and without `html`. */
export function resultJson(answer: Answer): string {
  return write(answer).json;
}

/** Body of the synchronous answer, ready to send. */
export function responseBody(
  answer: Answer,
  engine: Engine,
  pages: StoredPages | null,
  baseUrl: string,
): Buffer {
  const result = write(answer);
  if (pages !== null) {
    const { token, bodies } = pages;
    const html = withHtml(result.json, engine, { token, count: bodies.length }, baseUrl);
    return Buffer.from(`{"success":true,"result":${html}}`);
  }
  result.response ??= Buffer.from(`{"success":true,"result":${result.json}}`);
  return result.response;
}

/** Compresses the pages and gives them a fresh token; null when the answer has none. */
export async function storedPages(answer: Answer): Promise<StoredPages | null> {
  if (answer.pages === undefined || answer.pages.length === 0) return null;
  const bodies = await Promise.all(answer.pages.map(({ html }) => compress(Buffer.from(html, 'utf8'))));
  return { token: fileToken(), bodies };
}

export type PageAddresses = { readonly token: string | null; readonly count: number };

/**
 * Puts the `html` member into a stored result: an array of addresses for the web search engines, a single
 * address for the others. The stored text is spliced, not parsed, since results are large and often read.
 */
export function withHtml(body: string, engine: Engine, pages: PageAddresses, baseUrl: string): string {
  if (pages.token === null || pages.count === 0) return body;
  const addresses = Array.from({ length: pages.count }, (_, index) =>
    pageAddress(baseUrl, pages.token ?? '', index + 1),
  );
  const html = engine === 'search' || engine === 'search/news' ? addresses : addresses[0];
  const rest = body.slice(1);
  return `{"html":${JSON.stringify(html)}${rest === '}' ? '' : ','}${rest}`;
}

function pageAddress(baseUrl: string, token: string, page: number): string {
  return `${baseUrl}/results/${token}/page-${page}.html`;
}
