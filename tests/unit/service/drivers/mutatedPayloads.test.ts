import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultSchemas } from '#shared/interface/results/monitorResults.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { type DriverHarness, harnesses, testKey } from '#tests/support/providers/harness.ts';
import { normal } from '#tests/support/providers/protocols.ts';
import type { Reply, SeenRequest } from '#tests/support/providers/providerServer.ts';

/** What a provider might put in place of anything, now or one day. */
const oddValues: readonly unknown[] = [
  null,
  0,
  -1,
  1e300,
  '',
  'x',
  '日本 👟',
  true,
  [],
  [null],
  {},
  { a: [1] },
];

type Change = { readonly at: number; readonly how: 'drop' | 'replace' | 'repeat'; readonly value: unknown };

const changes = fc.array(
  fc.record({
    at: fc.nat(2_000),
    how: fc.constantFrom('drop' as const, 'replace' as const, 'repeat' as const),
    value: fc.constantFrom(...oddValues),
  }),
  { minLength: 1, maxLength: 6 },
);

/** Changes the nth member or item of a tree, counted depth first. */
function mutated(tree: unknown, { at, how, value }: Change): unknown {
  const places: (() => void)[] = [];
  const root = { tree: structuredClone(tree) };
  const visit = (holder: Record<string, unknown> | unknown[]): void => {
    for (const key of Object.keys(holder)) {
      const child = (holder as Record<string, unknown>)[key];
      places.push(() => {
        if (how === 'replace') (holder as Record<string, unknown>)[key] = value;
        else if (Array.isArray(holder)) {
          if (how === 'drop') holder.splice(Number(key), 1);
          else holder.splice(Number(key), 0, structuredClone(child));
        } else delete holder[key];
      });
      if (typeof child === 'object' && child !== null) visit(child as Record<string, unknown>);
    }
  };
  visit(root);
  places[at % places.length]?.();
  return root.tree;
}

function bytesOf({ sse, body, named }: Reply): { readonly text: string; readonly type: string } {
  if (sse === undefined) return { text: JSON.stringify(body), type: 'application/json' };
  const events = sse.map((event) => {
    const type =
      named === true && typeof event === 'object' && event !== null && 'type' in event
        ? event.type
        : undefined;
    return `${type === undefined ? '' : `event: ${String(type)}\n`}data: ${JSON.stringify(event)}\n\n`;
  });
  return { text: events.join(''), type: 'text/event-stream' };
}

/** Answers every request as the local server would, with the changes applied to what it says. */
function fetchWith({ protocol }: DriverHarness, applied: readonly Change[]): typeof fetch {
  return (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    const sent: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : '';
    const request: SeenRequest = {
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: {},
      body: sent,
    };
    const reply = normal(protocol, request);
    const tree = applied.reduce<unknown>(mutated, reply.sse ?? reply.body);
    const changed =
      reply.sse === undefined
        ? { ...reply, body: tree }
        : { ...reply, sse: Array.isArray(tree) ? tree : [tree] };
    const { text, type } = bytesOf(changed);
    return Promise.resolve(new Response(text, { status: 200, headers: { 'content-type': type } }));
  };
}

describe.each(harnesses)('$definition.id', (harness) => {
  const { definition, engine, settings } = harness;

  it('never throws and never breaks the interface, whatever the provider leaves out, adds or changes', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (applied) => {
        const driver = definition.create({
          key: testKey,
          settings: settings('http://provider.example'),
          fetch: fetchWith(harness, applied),
        });
        const field = engine === 'search' || engine === 'search/news' ? 'query' : 'prompt';
        const outcome = await driver.answer(driverJob(engine, { [field]: 'q', country: 'DE' }));
        expect(['answer', 'retry', 'fatal']).toContain(outcome.kind);
        if (outcome.kind === 'answer') {
          expect(resultSchemas[engine].safeParse(outcome.result).error?.issues).toBeUndefined();
        }
      }),
      { numRuns: 60 },
    );
  });
});
