import { expect, it } from 'vitest';
import type { Caller } from '#main/hosts/cli/projectCaller.ts';
import { callInProject } from '#main/hosts/cli/projectCaller.ts';

it('the project of a command goes into every call that is about one, unless the call names another', async () => {
  const asked: unknown[] = [];
  const call: Caller = callInProject(async (_, input) => {
    asked.push(input);
    return undefined as never;
  }, 'Acme');
  const period = { fromMs: 0, beforeMs: 1 };
  await call('runs.list', { limit: 1 });
  await call('runs.list', { limit: 1, project: 'all' });
  await call('trends.get', { metric: 'visibility' });
  await call('trends.why', { query: { metric: 'visibility' }, from: period, to: period });
  await call('observations.get', { id: 'o1' });
  expect(asked).toEqual([
    { limit: 1, project: 'Acme' },
    { limit: 1, project: 'all' },
    { metric: 'visibility', project: 'Acme' },
    { query: { metric: 'visibility', project: 'Acme' }, from: period, to: period },
    { id: 'o1' },
  ]);
});
