import type { FieldIssue } from '../errors.ts';
import { safeParse } from '../safeParse.ts';
import { requestBody, trimmedText } from './fields.ts';
import { fieldIssues } from './issues.ts';
import { isSearchHost, parseAbsoluteUrl } from './searchHosts.ts';

/** Body of `POST /v1/monitor/search/goto`. */
export const redirectRequestSchema = requestBody({
  url: trimmedText('url', 16_384, {
    wrongType: (input) => (input === undefined ? 'url is required' : 'url must be a string: a redirect link'),
    empty: 'url must not be empty: send a redirectLink',
  }),
});

export type ParsedRedirect =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] };

/** Accepts only `/goto` and `/url` links on the main host that name a destination (`url` or `q`). */
export function parseRedirectRequest(body: unknown, searchHosts: readonly string[]): ParsedRedirect {
  const parsed = safeParse(redirectRequestSchema, body);
  if (!parsed.success) return { ok: false, issues: fieldIssues(parsed.error, redirectRequestSchema) };
  const url = parseAbsoluteUrl(parsed.data.url);
  if (url === undefined)
    return rejected('url must be a complete web address that starts with http:// or https://');
  if (!isSearchHost(url, searchHosts))
    return rejected(`url must be a redirect link on ${searchHosts.join(', ') || 'the search host'}`);
  if (url.pathname !== '/goto' && url.pathname !== '/url')
    return rejected('url must have the path /goto or /url, as a redirectLink has');
  if (!url.searchParams.get('url') && !url.searchParams.get('q'))
    return rejected('url names no destination: send the redirectLink exactly as it was shipped');
  return { ok: true, url };
}

function rejected(message: string): ParsedRedirect {
  return { ok: false, issues: [{ field: 'url', message }] };
}
