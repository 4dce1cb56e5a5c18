import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methodOf } from '#service/http/knownPaths.ts';
import { runService, type TestService } from '#tests/support/service/runningService.ts';

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
    expect((await one.operator.call('openapi', {})) as unknown).toEqual({
      ok: true,
      output: JSON.stringify(document),
    });
  });

  it('has every route, with its method, every status and the headers of every response', async () => {
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

describe('a deprecated route', () => {
  it('says so in its own responses, whatever their status, and in the description; no other route does', async () => {
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

  it('is none at present', async () => {
    for (const path of ['/v1/credits', '/v1/countries', '/v1/async/status']) {
      expect((await one.call('GET', path)).headers.get('deprecation')).toBeNull();
    }
  });
});
