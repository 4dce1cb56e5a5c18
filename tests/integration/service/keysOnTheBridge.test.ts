import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RouteName, routeTable } from '#shared/bridge/routeTable.ts';
import { ask, startCore, testKey } from '#tests/support/core/testCore.ts';
import { historyEntry, serviceEntry } from '#tests/support/programs.ts';
import { filesContaining } from '#tests/support/secretsOnDisk.ts';

const routes = Object.keys(routeTable) as RouteName[];

/** Routes whose answer holds something secret that was made by this very call, and the members that hold it. */
const shownOnce = { 'service.keys.create': ['apiKey'], 'service.webhook-secret.rotate': ['secret'] };
/** Of a row of a table, or a line of a chart. */
const rowKeys = { 'comparisons.get': ['key'], 'trends.get': ['key'], 'trends.changes': ['key'] };

const shared = join(import.meta.dirname, '../../../src/shared');
const operationsFile = join(shared, 'interface/operator/operations.ts');
const routeFiles = readdirSync(join(shared, 'bridge/routes')).map((name) =>
  join(shared, 'bridge/routes', name),
);

/** Names of every member that is a text, anywhere in what each route `.returns<…>()`, as the compiler knows it. */
function textMembers(): ReadonlyMap<string, readonly string[]> {
  const program = ts.createProgram([operationsFile, ...routeFiles], {
    strict: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2024.d.ts'],
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const members = (type: ts.Type, at: ts.Node, seen: Set<ts.Type>): readonly string[] => {
    if (seen.has(type)) return [];
    seen.add(type);
    if (type.isUnionOrIntersection()) return type.types.flatMap((each) => members(each, at, seen));
    if (!(type.flags & ts.TypeFlags.Object)) return [];
    if (checker.isArrayType(type) || checker.isTupleType(type))
      return checker.getTypeArguments(type as ts.TypeReference).flatMap((each) => members(each, at, seen));
    const within = checker.getIndexInfosOfType(type).flatMap((index) => members(index.type, at, seen));
    const own = checker.getPropertiesOfType(type).flatMap((property) => {
      const held = checker.getTypeOfSymbolAtLocation(property, at);
      const isText = (held.isUnion() ? held.types : [held]).some(
        ({ flags }) => flags & ts.TypeFlags.StringLike,
      );
      return [...(isText ? [property.name] : []), ...members(held, at, seen)];
    });
    return [...within, ...own];
  };
  const found = new Map<string, readonly string[]>();
  for (const file of [operationsFile, ...routeFiles]) {
    const visit = (node: ts.Node, route: string): void => {
      const returned =
        ts.isCallExpression(node) && /\.returns$/.test(node.expression.getText()) && node.typeArguments?.[0];
      if (returned)
        found.set(route, [...new Set(members(checker.getTypeFromTypeNode(returned), returned, new Set()))]);
      const name = ts.isPropertyAssignment(node) && 'text' in node.name ? node.name.text : route;
      ts.forEachChild(node, (child) => visit(child, name));
    };
    const source = program.getSourceFile(file);
    if (source !== undefined) visit(source, '');
  }
  // An operation is a route of the window by its name.
  return new Map(
    routes.map((route) => [
      route,
      found.get(route) ?? found.get(route.replace(/^service\./, '')) ?? ['unknown'],
    ]),
  );
}

/** A name that says it holds something to be kept secret; `marketKey` and its like are names of things. */
const soundsSecret = (name: string): boolean =>
  /^(?:api|access|private|driver|secret)?_?key$|secret|token|password|credential|bearer/i.test(name);

describe('a key on the bridge', () => {
  it('is only in the responses of the routes that create one', () => {
    const textsOf = textMembers();
    expect([...textsOf].filter(([, members]) => members.includes('unknown'))).toEqual([]);
    const found = [...textsOf].map(([route, members]) => [route, members.filter(soundsSecret)] as const);
    expect(Object.fromEntries(found.filter(([, members]) => members.length > 0))).toEqual({
      ...shownOnce,
      ...rowKeys,
    });
    // The members of every answer were found: of one that is a list, and of one behind a name that may be null.
    expect(textsOf.get('service.keys.list')).toContain('lastFour');
    expect(textsOf.get('data.size')).toContain('file');
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
