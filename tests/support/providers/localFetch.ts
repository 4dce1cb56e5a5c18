import type { DriverHarness } from './harness.ts';
import { normal } from './protocols.ts';
import type { Reply, SeenRequest } from './providerServer.ts';

/** A reply as it goes over the wire, with `tree` in the place of what it says. */
export function wireText(
  { sse, named }: Reply,
  tree: unknown,
): { readonly text: string; readonly type: string } {
  if (sse === undefined) return { text: JSON.stringify(tree) ?? '', type: 'application/json' };
  const events = (Array.isArray(tree) ? tree : [tree]).map((event: unknown) => {
    const typed = named === true && typeof event === 'object' && event !== null && 'type' in event;
    return `${typed ? `event: ${String(event.type)}\n` : ''}data: ${JSON.stringify(event)}\n\n`;
  });
  return { text: events.join(''), type: 'text/event-stream' };
}

/** Answers every request with what `respond` makes of the local server's reply to it. */
export function localFetch({ protocol }: DriverHarness, respond: (reply: Reply) => Response): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    const request: SeenRequest = {
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: {},
      body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : '',
    };
    return respond(normal(protocol, request));
  };
}
