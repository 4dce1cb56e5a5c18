import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { fileToken } from '#platform/identifiers.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { DriverOutcome } from '../drivers/driver.ts';
import type { StoredPages } from '../store/serviceStore.ts';

const compress = promisify(zstdCompress);

type Answer = Extract<DriverOutcome, { kind: 'answer' }>;

/** Cached JSON of a result, for a driver that returns the same answer to many jobs. */
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

/** Body of the synchronous response. */
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

/** Compresses the pages and assigns them a new token; null if the answer has none. */
export async function storedPages(answer: Answer): Promise<StoredPages | null> {
  if (answer.pages === undefined || answer.pages.length === 0) return null;
  const bodies = await Promise.all(answer.pages.map(({ html }) => compress(Buffer.from(html, 'utf8'))));
  return { token: fileToken(), bodies };
}

export type PageAddresses = { readonly token: string | null; readonly count: number };

/**
 * Inserts the `html` field into a stored result: an array of URLs for the web search engines, a single URL for
 * the others. The text is spliced instead of parsed, because results are large and read often.
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
