import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultSchemas } from '#shared/interface/results/monitorResults.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { harnesses, testKey } from '#tests/support/providers/harness.ts';
import { localFetch, wireText } from '#tests/support/providers/localFetch.ts';
import type { Reply } from '#tests/support/providers/providerServer.ts';

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

function changedReply(reply: Reply, applied: readonly Change[]): Response {
  const { text, type } = wireText(reply, applied.reduce<unknown>(mutated, reply.sse ?? reply.body));
  return new Response(text, { status: 200, headers: { 'content-type': type } });
}

describe.each(harnesses)('$definition.id', (harness) => {
  const { definition, engine, settings } = harness;

  it('never throws and never breaks the interface, whatever the provider leaves out, adds or changes', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (applied) => {
        const driver = definition.create({
          key: testKey,
          settings: settings('http://provider.example'),
          fetch: localFetch(harness, (reply) => changedReply(reply, applied)),
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
