import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { invalidate } from '#renderer/bridge/invalidate.ts';

it('a first reading that changes overtake is read once more when it has come', async () => {
  const queries = new QueryClient();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const queryKey = ['runs.get', { runId: 'a' }];
  let asked = 0;
  const shown = new QueryObserver(queries, { queryKey, queryFn: () => answers[asked++]?.promise });
  const leave = shown.subscribe(() => {});
  const again = [1, 2, 3].map(() => invalidate(queries, { queryKey: ['runs.get'] }));
  answers[0]?.resolve('before the change');
  answers[1]?.resolve('after it');
  await Promise.all(again);
  expect(shown.getCurrentResult().data).toBe('after it');
  expect(asked).toBe(2);
  leave();
  queries.clear();
});
