import { expect, it } from 'vitest';
import { missingData } from '#renderer/features/run/extraData.ts';

it('offers only data the run did not request, with its additional cost', () => {
  const options = { include: { markdown: true } };
  const ads = missingData('ads', 'assistant-a', options);
  expect(ads?.again).toEqual({
    label: 'Edit & re-run with ads (+2 credits per answer)',
    options: { include: { markdown: true, ads: true } },
  });
  // One price covers all extra data of an answer.
  const withAds = ads?.again?.options ?? {};
  expect(missingData('shopping', 'assistant-a', withAds)?.again?.label).toBe('Edit & re-run with shopping');
  expect(missingData('ads', 'assistant-a', withAds)).toBeNull();
  expect(missingData('sources', 'assistant-a', {})).toBeNull();
});

it('offers nothing where the engine has none, and dims nothing that may contain data', () => {
  expect(missingData('search', 'assistant-b', {})).toEqual({
    reason: 'Result lists come from the search engines',
    again: null,
  });
  expect(missingData('ads', 'assistant-d', {})?.again).toBeNull();
  expect(missingData('fanout', 'assistant-e', {})).toBeNull();
  for (const tab of ['search', 'ads', 'shopping']) expect(missingData(tab, 'search', {})).toBeNull();
});
