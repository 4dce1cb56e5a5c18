import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { requestSchemas } from '#shared/interface/requests/parseRequest.ts';
import { lazySchema } from '#shared/lazySchema.ts';

it('builds a schema when it is first used, and once', () => {
  let built = 0;
  const schema = lazySchema(() => {
    built += 1;
    return z.object({ name: z.string() });
  });
  const list = z.array(schema);
  expect(built).toBe(0);
  expect(list.parse([{ name: 'one' }, { name: 'two' }])).toHaveLength(2);
  expect(schema.unwrap().shape.name.safeParse('three').success).toBe(true);
  expect(schema.unwrap().safeParse({}).success).toBe(false);
  expect(built).toBe(1);
});

it('builds the schema of a request once, and not with every request', () => {
  for (const schema of Object.values(requestSchemas)) expect(schema.unwrap()).toBe(schema.unwrap());
});

it('is used everywhere in place of z.lazy, which builds again with each unwrap', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const plain = sources.filter((file) => readFileSync(join('src', file), 'utf8').includes('z.lazy('));
  expect(plain).toEqual([join('shared', 'lazySchema.ts')]);
});
