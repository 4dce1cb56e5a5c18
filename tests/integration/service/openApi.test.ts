import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import descriptions from '#resources/interface/descriptions.json' with { type: 'json' };
import examples from '#resources/interface/examples.json' with { type: 'json' };
import { interfaceReference } from '#service/http/interfaceReference.ts';
import { methodOf } from '#service/http/knownPaths.ts';
import { openApiDocument } from '#service/http/openApi.ts';
import { runService, type TestService } from '#tests/support/service/runningService.ts';
import { publishedDocument } from '../../conformance/publishedDocument.ts';

let one: TestService;
beforeAll(async () => {
  one = await runService();
});
afterAll(() => one.remove());

type Document = {
  readonly openapi: string;
  readonly paths: Record<
    string,
    Record<string, { readonly responses: Record<string, { readonly headers: object }> }>
  >;
};

describe('the published description', () => {
  it('is valid OpenAPI 3.1 and needs no key', async () => {
    const response = await fetch(`${one.baseUrl}/openapi.json`);
    expect(response.status).toBe(200);
    const document = (await response.json()) as Document;
    expect(document.openapi).toBe('3.1.0');
    const result = await new Validator().validate(document as never);
    expect([result.valid, result.errors]).toEqual([true, undefined]);
  });

  it('contains every route, with its method, every status and the headers of every response', async () => {
    const document = (await (await fetch(`${one.baseUrl}/openapi.json`)).json()) as Document;
    const monitors = [
      'assistant-a',
      'assistant-b',
      'assistant-c',
      'assistant-d',
      'assistant-e',
      'search',
      'search/news',
      'search-ai',
    ];
    for (const engine of monitors) {
      const responses = document.paths[`/v1/monitor/${engine}`]?.post?.responses ?? {};
      for (const status of [200, 400, 401, 403, 404, 409, 429, 499, 500, 502])
        expect(responses).toHaveProperty(String(status));
      expect(Object.keys(responses['200']?.headers ?? {})).toHaveLength(9);
    }
    for (const [path, operations] of Object.entries(document.paths)) {
      const concrete = path.replace('{taskId}', 'x').replace('{token}', 'x').replace('{page}', 'y');
      expect([path, Object.keys(operations)]).toEqual([path, [methodOf(concrete)?.toLowerCase()]]);
      for (const operation of Object.values(operations)) {
        for (const { headers } of Object.values(operation.responses))
          expect(headers).toHaveProperty('X-Request-Id');
      }
    }
    expect(Object.keys(document.paths)).toHaveLength(8 + 1 + 5 + 3 + 2);
  });
});

describe('the content of the description', () => {
  type Described = { readonly properties?: Record<string, { readonly description?: string }> };
  const read = async () => {
    const { body: document } = await one.call('GET', '/openapi.json');
    const { schemas } = document.components as { schemas: Record<string, Described> };
    return { document, schemas };
  };

  it('describes every property, and every description is used', async () => {
    const { schemas } = await read();
    const used = new Set<string>();
    for (const [name, { properties = {} }] of Object.entries(schemas))
      for (const [property, { description }] of Object.entries(properties)) {
        expect(description, `${name}.${property}`).toBeTruthy();
        used.add(property).add(`${name}.${property}`);
      }
    const parameters = ['country.query', 'model.query'];
    expect(Object.keys(descriptions).filter((name) => !used.has(name) && !parameters.includes(name))).toEqual(
      [],
    );
  });

  it('names every object type, so that a generated client has a name for each', async () => {
    const { schemas } = await read();
    const inlined: string[] = [];
    const visit = (name: string, schema: unknown, depth: number): void => {
      if (typeof schema !== 'object' || schema === null) return;
      if (depth > 0 && 'properties' in schema) inlined.push(name);
      for (const part of Object.values(schema)) visit(name, part, depth + 1);
    };
    for (const [name, { properties }] of Object.entries(schemas)) visit(name, { properties }, 0);
    expect(inlined.filter((name) => !(name in schemas))).toEqual([]);
    const text = JSON.stringify(Object.values(schemas).map(({ properties }) => properties));
    expect(text).not.toContain('"properties":{');
  });

  it('contains only valid examples', async () => {
    const { document } = await read();
    const published = publishedDocument(document);
    const idOf = (name: string) => (published.operation(name) as { operationId: string }).operationId;
    const shown = new Set<string>();
    for (const name of published.operations) {
      const { request, response } =
        (examples as Record<string, { request?: unknown; response?: unknown }>)[idOf(name)] ?? {};
      for (const [check, example] of [
        [request === undefined ? null : published.requestCheck(name), request],
        [response === undefined ? null : published.responseCheck(name, '200'), response],
      ] as const)
        if (check !== null) expect(check(example), `${name}: ${JSON.stringify(check.errors)}`).toBe(true);
      if (response !== undefined) shown.add(idOf(name));
    }
    const withoutJson = ['openapi', 'result_page'];
    expect(published.operations.map(idOf).filter((id) => !shown.has(id))).toEqual(withoutJson);
  });

  it('describes the request of each engine in its task, and the public URL of the service', async () => {
    const open = await runService({ publicUrl: 'https://answers.example/api/' });
    try {
      const { body: document } = await open.call('GET', '/openapi.json');
      expect(document.servers).toEqual([{ url: 'https://answers.example/api', description: 'This service' }]);
      // Printed while no service runs, it names no address that nobody listens on.
      expect(openApiDocument()).toMatchObject({ servers: [{ url: '/' }] });
      expect(document.components.schemas.SearchNewsTask.properties.payload.$ref).toContain(
        'SearchNewsRequest',
      );
      const fits = publishedDocument(document).requestCheck('POST /v1/async/task');
      expect(fits({ taskType: 'SEARCH_NEWS', payload: { query: 'locks', country: 'DE' } })).toBe(true);
      expect(fits({ taskType: 'SEARCH_NEWS', payload: { prompt: 'locks', country: 'DE' } })).toBe(false);
      expect(document.webhooks.taskEnded.post.parameters).toHaveLength(3);
    } finally {
      await open.remove();
    }
  });

  it('becomes a page that names every path and object, with links that lead somewhere', async () => {
    const { document, schemas } = await read();
    const page = interfaceReference(document as never);
    for (const path of Object.keys(document.paths as object)) expect(page).toContain(path);
    for (const name of Object.keys(schemas)) expect(page).toContain(`### ${name}\n`);
    const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target);
    expect(links.filter((target) => !headings.includes(target ?? ''))).toEqual([]);
  });
});

describe('the pages of the documentation', () => {
  it('describe the service at the root to a browser, and return 404 to a program', async () => {
    const page = await fetch(one.baseUrl, { headers: { Accept: 'text/html,*/*' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('href="/docs"');
    expect((await fetch(one.baseUrl)).status).toBe(404);
  });

  it('load nothing, and have a link and a section for every path and object', async () => {
    const page = await fetch(`${one.baseUrl}/docs`);
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    );
    const text = await page.text();
    const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(addresses.filter((address) => !address.startsWith('#'))).toEqual(['/openapi.json']);
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`));
    expect(addresses.filter((address) => address.startsWith('#') && !ids.has(address))).toEqual([]);
    const { paths } = (await (await fetch(`${one.baseUrl}/openapi.json`)).json()) as Document;
    for (const path of Object.keys(paths)) expect(text).toContain(path);
  });

  it.each([
    ['br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['identity', null],
    ['br;q=0, gzip', 'gzip'],
  ])('the description is sent as %s, and as 304 to a client that has it', async (accepted, encoding) => {
    const headers = { 'Accept-Encoding': accepted };
    const first = await fetch(`${one.baseUrl}/openapi.json`, { headers });
    expect(first.headers.get('content-encoding')).toBe(encoding);
    expect(((await first.json()) as Document).openapi).toBe('3.1.0');
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(`${one.baseUrl}/openapi.json`, {
      headers: { ...headers, 'If-None-Match': etag },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});

describe('a deprecated route', () => {
  it('is announced in all of its responses and in the description, and no other route is', async () => {
    const since = Date.UTC(2026, 0, 1);
    const sunset = Date.UTC(2026, 11, 1);
    const old = await runService({
      ports: {
        deprecated: { '/v1/credits': { since, sunset, replacement: 'https://service.example/v2/credits' } },
      },
    });
    try {
      const headers = { Authorization: 'none' };
      for (const answer of [
        await old.call('GET', '/v1/credits'),
        await old.call('GET', '/v1/credits', undefined, headers),
      ]) {
        expect(answer.headers.get('deprecation')).toBe('@1767225600');
        expect(answer.headers.get('sunset')).toBe('Tue, 01 Dec 2026 00:00:00 GMT');
        expect(answer.headers.get('link')).toBe('<https://service.example/v2/credits>; rel="deprecation"');
      }
      expect((await old.call('GET', '/v1/countries')).headers.get('deprecation')).toBeNull();
      const document = (await (await fetch(`${old.baseUrl}/openapi.json`)).json()) as {
        paths: Record<string, { get?: { deprecated?: boolean } }>;
      };
      expect(document.paths['/v1/credits']?.get?.deprecated).toBe(true);
      expect(document.paths['/v1/countries']?.get?.deprecated).toBeUndefined();
    } finally {
      await old.remove();
    }
  });

  it('does not exist at present', async () => {
    for (const path of ['/v1/credits', '/v1/countries', '/v1/async/status']) {
      expect((await one.call('GET', path)).headers.get('deprecation')).toBeNull();
    }
  });
});
