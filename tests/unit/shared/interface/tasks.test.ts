import { describe, expect, it } from 'vitest';
import { batchRequestSchema, parseTaskRequest } from '#shared/interface/tasks.ts';

const payload = { prompt: 'x', country: 'US' };

function fields(body: unknown): string[] {
  const parsed = parseTaskRequest(body);
  return parsed.ok ? [] : parsed.issues.map((issue) => issue.field);
}

describe('a task request', () => {
  it('takes upper-snake and path-segment task types', () => {
    for (const taskType of ['SEARCH_NEWS', 'search/news']) {
      expect(parseTaskRequest({ taskType, payload })).toEqual({
        ok: true,
        task: { engine: 'search/news', payload, priority: 1, idempotencyKey: null, webhookUrl: null },
      });
    }
  });

  it('names each invalid field', () => {
    expect(fields({})).toEqual(['taskType', 'payload']);
    expect(fields({ taskType: 'GOTO', payload })).toEqual(['taskType']);
    expect(fields({ taskType: 'SEARCH', payload: [], priority: 0 })).toEqual(['payload', 'priority']);
    expect(fields({ taskType: 'SEARCH', payload, priority: 1.5, idempotencyKey: '' })).toEqual([
      'priority',
      'idempotencyKey',
    ]);
    expect(fields({ taskType: 'SEARCH', payload, idempotencyKey: 'k'.repeat(256), note: 1 })).toEqual([
      'idempotencyKey',
      'note',
    ]);
    expect(fields({ taskType: 'SEARCH', payload, webhook: {} })).toEqual(['webhook.url']);
    expect(fields({ taskType: 'SEARCH', payload, webhook: { url: 'ftp://a.example', x: 1 } }).sort()).toEqual(
      ['webhook.url', 'webhook.x'],
    );
    expect(
      fields({ taskType: 'SEARCH', payload, webhook: { url: `https://a.example/${'x'.repeat(2_048)}` } }),
    ).toEqual(['webhook.url']);
  });

  it('comes in batches of 1 to 500', () => {
    expect(batchRequestSchema.safeParse([]).success).toBe(false);
    expect(batchRequestSchema.safeParse({ 0: payload }).success).toBe(false);
    expect(batchRequestSchema.safeParse(new Array(500).fill(null)).success).toBe(true);
    expect(batchRequestSchema.safeParse(new Array(501).fill(null)).success).toBe(false);
  });
});
