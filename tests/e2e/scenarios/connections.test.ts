import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningCommand, startParallax } from '#tests/support/cli/parallax.ts';
import { filesContaining } from '#tests/support/secretsOnDisk.ts';
import { describeOnEveryHost } from '../harness/hosts.ts';
import { answers, ask, goTo, untilAnswered } from '../harness/window.ts';

let serving: RunningCommand;
let serviceFolder: string;
let service: { readonly baseUrl: string; readonly apiKey: string };
beforeAll(async () => {
  serviceFolder = await mkdtemp(join(tmpdir(), 'parallax-e2e-service-'));
  serving = startParallax(['serve', '--port', '0'], { dataFolder: serviceFolder });
  service = JSON.parse(await serving.line());
});
afterAll(async () => {
  serving.child.kill('SIGTERM');
  await serving.finished;
  await rm(serviceFolder, { recursive: true, force: true, maxRetries: 5 });
});

async function fillConnection(
  page: Page,
  fields: { readonly address: string; readonly key: string },
): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Add connection' }).click();
  const form = page.getByRole('dialog', { name: 'Add connection' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Team service');
  await form.getByRole('textbox', { name: 'Address' }).fill(fields.address);
  await form.getByRole('textbox', { name: 'Key' }).fill(fields.key);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
}

const card = (page: Page) => page.getByRole('article', { name: 'Team service' });

describeOnEveryHost('another deployment', (stage) => {
  it('is connected with address and key, tested, asked, and its key is shown by its last four characters only', async () => {
    const { page } = await stage().open();
    await fillConnection(page, { address: service.baseUrl, key: service.apiKey });
    await card(page).waitFor();
    await card(page).getByText(service.apiKey.slice(-4)).waitFor();
    await page.getByRole('dialog', { name: 'Add connection' }).waitFor({ state: 'hidden' });
    expect((await page.content()).includes(service.apiKey)).toBe(false);
    await card(page).getByRole('button', { name: 'Test connection' }).click();
    await card(page)
      .getByText(/answers|works|ok/i)
      .first()
      .waitFor();

    await card(page).getByRole('button', { name: /^Use/ }).click();
    await goTo(page, 'Ask');
    await ask(page, { question: 'Which locks? [[sandbox latency=1]]', markets: 'fr' });
    await untilAnswered(page, 1);
    await page.getByRole('main').getByText('Team service').waitFor();
    expect(await filesContaining(stage().dataFolder, service.apiKey)).toEqual([]);
  });

  it('says at once what is wrong with a key of the wrong form', async () => {
    const { page } = await stage().open();
    await fillConnection(page, { address: service.baseUrl, key: 'not a key' });
    await page.getByText(/without its key\. The key must be "sk_" followed by 40/).waitFor();
    await card(page).getByText('No key yet').waitFor();
  });

  it('says when it is tested and asked that it does not know the key', async () => {
    const { page } = await stage().open();
    await fillConnection(page, { address: service.baseUrl, key: `sk_${'a'.repeat(40)}` });
    await card(page).getByRole('button', { name: 'Test connection' }).click();
    await card(page)
      .getByText(/key/i)
      .filter({ hasText: /unknown|revoked|not accept|refused|not know/i })
      .first()
      .waitFor();

    await card(page).getByRole('button', { name: /^Use/ }).click();
    await goTo(page, 'Ask');
    await ask(page, { question: 'Which locks? [[sandbox latency=1]]', markets: 'fr' });
    await answers(page)
      .getByText(/failed/i)
      .first()
      .waitFor();
  });

  it('says when it is tested that nothing answers at its address', async () => {
    const { page } = await stage().open();
    await fillConnection(page, { address: 'http://127.0.0.1:9', key: service.apiKey });
    await card(page).getByRole('button', { name: 'Test connection' }).click();
    await card(page)
      .getByText(/127\.0\.0\.1:9/)
      .first()
      .waitFor();
    await card(page)
      .getByText(/reach|answer|refused/i)
      .first()
      .waitFor();
  });
});
