import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { engines, questionField } from '#shared/interface/engines.ts';
import { parseEngineRequest } from '#shared/interface/requests/parseRequest.ts';
import { safeParse } from '#shared/interface/safeParse.ts';
import { parseTaskRequest } from '#shared/interface/tasks.ts';

/** No number can be made of its length, and a check of a length tries. */
const odd = JSON.parse('{"length":{"toString":0}}');

describe('a value whose length is not a number', () => {
  it.each([
    ['text', z.string().min(1)],
    ['a list', z.array(z.string()).max(3)],
  ])('is refused where %s is expected', (_, schema) => {
    expect(safeParse(schema, odd).error?.issues).toMatchObject([{ path: [] }]);
    expect(safeParse(z.object({ a: schema, b: z.string() }), { a: odd, b: 'b' }).error?.issues).toMatchObject(
      [{ path: ['a'] }],
    );
  });

  it.each(engines)('is named in a request of %s', (engine) => {
    const field = questionField(engine);
    const parsed = parseEngineRequest(engine, { [field]: odd }, { searchHosts: [] });
    expect(parsed.ok).toBe(false);
    expect(parsed.ok ? [] : parsed.issues.map((issue) => issue.field)).toContain(field);
  });

  it('is refused as a task and inside of one', () => {
    expect(parseTaskRequest(odd).ok).toBe(false);
    expect(parseTaskRequest({ taskType: 'ASSISTANT_A', payload: {}, idempotencyKey: odd }).ok).toBe(false);
  });

  it('cannot get past it: nothing outside the window asks a schema itself', () => {
    const folder = fileURLToPath(new URL('../../../../src/', import.meta.url));
    const asking = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        /^(main|service|platform|shared)\b.*\.ts$/.test(file) &&
        !file.endsWith('safeParse.ts') &&
        readFileSync(join(folder, file), 'utf8').includes('.safeParse('),
    );
    expect(asking).toEqual([]);
  });

  it('rethrows other errors', () => {
    const broken = z.string().refine(() => {
      throw new RangeError('broken');
    });
    expect(() => safeParse(broken, 'a')).toThrow(RangeError);
  });
});
