import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RouteName, routeTable } from '#shared/bridge/routeTable.ts';
import { ask, startCore, testKey } from '#tests/support/core/testCore.ts';
import { historyEntry, serviceEntry } from '#tests/support/programs.ts';
import { filesContaining } from '#tests/support/secretsOnDisk.ts';

const routes = Object.keys(routeTable) as RouteName[];

/** Routes whose answer holds something secret that was made by this very call, and the members that hold it. */
const shownOnce = { 'service.keys.create': ['apiKey'], 'service.webhook-secret.rotate': ['secret'] };

type Typed = { readonly type?: string };

/** Names of every member anywhere in what a route gives that is a text. */
function textMembers(route: RouteName): string[] {
  const names: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (typeof node !== 'object' || node === null) return;
    const { properties } = node as { properties?: Record<string, Typed & { anyOf?: readonly Typed[] }> };
    for (const [name, schema] of Object.entries(properties ?? {})) {
      if ([schema, ...(schema.anyOf ?? [])].some(({ type }) => type === 'string')) names.push(name);
    }
    for (const each of Object.values(node)) visit(each);
  };
  visit(z.toJSONSchema(routeTable[route].output(), { unrepresentable: 'any' }));
  return names;
}

/** A name that says it holds something to be kept secret; `marketKey` and its like are names of things. */
const soundsSecret = (name: string): boolean =>
  /^(?:api|access|private|driver|secret)?_?key$|secret|token|password|credential|bearer/i.test(name);

describe('a key on the bridge', () => {
  it('is only in the responses of the routes that create one', () => {
    const found = routes.map((route) => [route, textMembers(route).filter(soundsSecret)] as const);
    expect(Object.fromEntries(found.filter(([, members]) => members.length > 0))).toEqual(shownOnce);
  });

  it('is only in the response to the call that created it, in no file and in no log', async () => {
    const core = await startCore({
      workers: { history: historyEntry, service: serviceEntry, analysis: historyEntry },
    });
    const { router } = core;
    const made = await router.invoke('service.keys.create', { label: 'script' });
    const { secret } = await router.invoke('service.webhook-secret.rotate', {});
    const driverKey = 'driver-key-7f3a9c52d1e84b06';
    await router.invoke('service.engines.configure', { driver: 'openai', key: driverKey });
    const { baseUrl } = await router.invoke('service.overview', {});
    const { id } = await router.invoke('connections.add', { name: 'Other', baseUrl: baseUrl ?? '' });
    await router.invoke('connections.setKey', { id, key: testKey });
    await router.invoke('connections.setKey', { id, key: made.apiKey });
    const { run, cells } = await ask(core, id, ['US'], { question: 'Locks? [[sandbox latency=5]]' });
    expect(run.counts.completed).toBe(1);

    const secrets = [made.apiKey, testKey, driverKey, secret];
    // Whatever a route asks for; what it does not know it refuses, and an unfit call is an answer too.
    const given = {
      id,
      runId: run.id,
      connectionId: id,
      requestId: 'unknown',
      driver: 'openai',
      engine: 'assistant-a',
      ids: [cells[0]?.observationId ?? ''],
    };
    const answered: RouteName[] = [];
    for (const route of routes) {
      if (routeTable[route].mutation) continue;
      const schema: z.ZodType = routeTable[route].input();
      const { shape } = (schema instanceof z.ZodLazy ? schema.unwrap() : schema) as z.ZodObject;
      const input = Object.fromEntries(Object.entries(given).filter(([name]) => name in (shape ?? {})));
      const observation = route.startsWith('observations.') && 'id' in input;
      const envelope = await router.call(
        route,
        observation ? { ...input, id: cells[0]?.observationId } : input,
      );
      if (envelope.ok) answered.push(route);
      for (const hidden of secrets)
        expect([route, JSON.stringify(envelope).includes(hidden)]).toEqual([route, false]);
    }
    expect(answered).toEqual(
      expect.arrayContaining([
        'app.info',
        'settings.get',
        'connections.list',
        'connections.refresh',
        'connections.test',
        'observations.get',
        'runs.get',
        'service.overview',
        'service.keys.list',
        'service.engines.drivers',
        'service.webhooks.recent',
      ]),
    );
    for (const hidden of secrets) {
      expect(JSON.stringify(core.seen)).not.toContain(hidden);
      expect(JSON.stringify(core.log)).not.toContain(hidden);
    }

    expect(made.apiKey).toMatch(/^sk_[A-Za-z0-9]{40}$/);
    const used = await fetch(`${baseUrl}/v1/credits`, {
      headers: { Authorization: `Bearer ${made.apiKey}` },
    });
    expect(used.status).toBe(200);
    await core.stop();
    for (const hidden of [made.apiKey, testKey, driverKey])
      expect(await filesContaining(core.data, hidden)).toEqual([]);
  });

  it('is revoked or cleared without being returned again', async () => {
    const core = await startCore({
      workers: { history: historyEntry, service: serviceEntry, analysis: historyEntry },
    });
    const { apiKey, id, lastFour } = await core.router.invoke('service.keys.create', {});
    await core.router.invoke('service.webhook-secret.rotate', {});
    const answers = [
      await core.router.invoke('service.keys.revoke', { key: id }),
      await core.router.invoke('service.webhook-secret.clear', {}),
      await core.router.call('service.keys.revoke', { key: apiKey }),
    ];
    expect(answers[0]).toMatchObject({ id, lastFour });
    expect(JSON.stringify(answers)).not.toContain(apiKey);
    expect(JSON.stringify(answers)).not.toContain('whsec_');
  });
});
