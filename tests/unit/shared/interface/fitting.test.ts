import { describe, expect, it } from 'vitest';
import { fitting } from '#shared/interface/fitting.ts';
import { resultSchemas } from '#shared/interface/results/monitorResults.ts';
import { batchResponseSchema, taskStatusSchema } from '#shared/interface/tasks.ts';

const task = {
  id: '3f0b8a52-3f3c-4f3c-8f3c-3f0b8a523f3c',
  taskType: 'CHATGPT',
  status: 'QUEUED',
  priority: 1,
  createdAt: '2026-11-27T09:00:00+01:00',
};
const credits = { creditsToCharge: 5, creditsCharged: 0 };
const source = { position: 1, url: 'https://a.example', label: 'A' };

describe('reading another deployment', () => {
  it('takes null for absent, and times and ids as they are written', () => {
    const status = { task, credits, response: null, webhook: null };
    expect(fitting(taskStatusSchema, status)).toEqual({ task, credits });
    expect(status).toHaveProperty('response', null);
  });

  it('keeps every item of a batch, whatever its error says, and none without what it needs', () => {
    const error = { code: 'VALIDATION_ERROR', message: 'No', timestamp: 'today' };
    const summary = { total: 1, succeeded: 0, failed: 1 };
    const batch = (details: unknown) => ({
      success: true,
      summary,
      results: [{ success: false, index: 0, error: { ...error, details } }],
    });
    for (const details of [null, [{ field: 'prompt', message: 'Required' }], 'text'])
      expect(fitting(batchResponseSchema, batch(details))?.results).toMatchObject([{ index: 0, error }]);
    expect(fitting(batchResponseSchema, { success: true, summary, results: [{ success: true }] })).toBe(
      undefined,
    );
  });

  it('keeps words that the interface does not list, where the caller takes them', () => {
    const ad = { position: 1, type: 'VIDEO', title: 'Lock', url: 'https://a.example', blockPosition: 'top' };
    const page = { organicResults: [], peopleAlsoAsk: [], relatedSearches: [], ads: [ad] };
    expect(fitting(resultSchemas.search, page, { values: true })).toEqual(page);
    expect(fitting(resultSchemas.search, page)?.ads?.[0]).not.toHaveProperty('type');
  });

  it('leaves out items only where they may be, and refuses what is no result', () => {
    const schema = resultSchemas['assistant-a'];
    const given = { text: 'Vellimo', model: 7, sources: [{ ...source, description: null }, { position: 2 }] };
    expect(fitting(schema, given)).toBe(undefined);
    expect(fitting(schema, given, { items: true })).toEqual({ text: 'Vellimo', sources: [source] });
    expect(fitting(schema, { sources: [] }, { items: true })).toBe(undefined);
    expect(fitting(schema, null)).toBe(undefined);
  });
});
