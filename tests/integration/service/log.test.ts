import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileLog } from '#platform/log.ts';
import { filesContaining } from '#tests/support/secretsOnDisk.ts';
import { runService, type TestService } from '#tests/support/service/runningService.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/service/webhookReceiver.ts';

let dataFolder: string;
let hooks: WebhookReceiver;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'parallax-diary-'));
  hooks = await startWebhookReceiver();
});
afterEach(async () => {
  await hooks.close();
  await rm(dataFolder, { recursive: true, force: true });
});

const diary = (): Promise<string> => readFile(join(dataFolder, 'service.log'), 'utf8');

/** Makes the service write about everything it writes about while it is well. */
async function trouble(one: TestService, headers: Record<string, string>): Promise<void> {
  await one.ask('exhausted [[sandbox errors=9]]', {}, headers);
  hooks.answer('/never', () => ({ status: 500 }));
  const task = {
    taskType: 'ASSISTANT_A',
    webhook: { url: hooks.url('/never') },
    payload: { prompt: 'exhausted too [[sandbox errors=9]]', country: 'US' },
  };
  const { body } = await one.call('POST', '/v1/async/task', task, headers);
  await one.ended(body.task.id, headers);
  await one.call('POST', '/v1/monitor/assistant-a', '{"prompt":', headers);
  await one.call('GET', '/v1/credits', undefined, { Authorization: `Bearer sk_${'x'.repeat(40)}` });
  await one.call('GET', '/v1/credits', undefined, { Authorization: 'Bearer sk_short-but-secret' });
  await writeFile(join(dataFolder, 'service.json'), '{"keys":{"openai":"key-in-the-wrong-place"}}');
  await expect.poll(diary, { timeout: 10_000 }).toContain('service.json was changed and cannot be used');
  await expect.poll(diary, { timeout: 10_000 }).toContain('a webhook was given up');
}

describe('the log of the service', () => {
  it('reports errors and contains no key, no secret and no question', async () => {
    const one = await runService({
      dataFolder,
      webhookBaseMs: 1,
      driverKeys: { openai: 'provider-key-5d0c1' },
      ports: { log: openFileLog(join(dataFolder, 'service.log')) },
    });
    const made = await one.operator.call('keys.create', {});
    const rotated = await one.operator.call('webhook-secret.rotate', {});
    if (!made.ok || !rotated.ok) throw new Error('the operator was refused');
    const { apiKey } = made.output as { apiKey: string };
    const { secret } = rotated.output as { secret: string };
    await trouble(one, { Authorization: `Bearer ${apiKey}` });
    await one.operator.call('keys.revoke', { key: apiKey });
    await one.stop(1_000);

    const text = await diary();
    const said = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { message: string }).message);
    expect(new Set(said)).toEqual(
      new Set([
        'the service answers',
        'a call used up its attempts',
        'a task used up its attempts',
        'a webhook was given up',
        'service.json was changed and cannot be used',
        'the service has stopped',
      ]),
    );
    const hidden = {
      'the key of the start': one.apiKey,
      'a key that was made': apiKey,
      'the webhook secret': secret,
      'the key of a driver': 'provider-key-5d0c1',
      'a malformed key': 'sk_short-but-secret',
      'a key in the wrong place': 'key-in-the-wrong-place',
      'a question': 'exhausted',
    };
    for (const [what, value] of Object.entries(hidden)) {
      expect([what, text.includes(value)]).toEqual([what, false]);
    }
    for (const key of [one.apiKey, apiKey, 'provider-key-5d0c1']) {
      expect(await filesContaining(dataFolder, key)).toEqual([]);
    }
  });
});
