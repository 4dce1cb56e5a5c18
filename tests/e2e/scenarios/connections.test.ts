import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningCommand, startParallax } from '#tests/support/cli/parallax.ts';
import {
  type KeyringSession,
  keyringMissing,
  startKeyringSession,
} from '#tests/support/keyring/keyringSession.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { filesContaining } from '#tests/support/secretsOnDisk.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { describeInBrowser, describeOnEveryHost } from '../harness/hosts.ts';
import { photograph, sizes } from '../harness/pictures.ts';
import { answers, ask, goTo, untilAnswered } from '../harness/window.ts';

type Service = {
  readonly serving: RunningCommand;
  readonly folder: string;
  readonly baseUrl: string;
  readonly apiKey: string;
};

async function startService(plan: string): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'parallax-e2e-service-'));
  const serving = startParallax(['serve', '--port', '0', '--plan', plan], { dataFolder: folder });
  return { serving, folder, ...JSON.parse(await serving.line()) };
}

let service: Service;
beforeAll(async () => {
  service = await startService('business');
});
afterAll(() => stopService(service));

async function stopService({ serving, folder }: Service): Promise<void> {
  serving.child.kill('SIGTERM');
  await serving.finished;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function fillConnection(
  page: Page,
  fields: { readonly name?: string; readonly address: string; readonly key: string; readonly use?: boolean },
): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Add connection' }).click();
  const form = page.getByRole('dialog', { name: 'Add connection' });
  await form.getByRole('radio', { name: /^Another service/ }).check();
  await form.getByRole('textbox', { name: 'Name' }).fill(fields.name ?? 'Team service');
  await form.getByRole('textbox', { name: 'Address' }).fill(fields.address);
  await form.getByRole('textbox', { name: 'Key' }).fill(fields.key);
  await form.getByLabel('Use it for new questions').setChecked(fields.use ?? true);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
}

const card = (page: Page, name = 'Team service') => page.getByRole('article', { name });

describeOnEveryHost('another deployment', (stage) => {
  let keyring: KeyringSession | null = null;
  beforeAll(async () => {
    const { skip } = requirement(await keyringMissing());
    if (!skip) keyring = await startKeyringSession();
  });
  afterAll(() => keyring?.close());
  it('is connected with URL and key, tested and asked, and shows only the last four characters of its key', async () => {
    const first = await stage().open({ env: keyring?.env });
    const { page } = first;
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

    await card(page).getByText('in use').waitFor();
    await goTo(page, 'Ask');
    await ask(page, { question: 'Which locks? [[sandbox latency=1]]', markets: 'fr' });
    await untilAnswered(page, 1);
    await page.getByRole('main').getByText('Team service').waitFor();
    expect(await filesContaining(stage().dataFolder, service.apiKey)).toEqual([]);
    if (keyring === null) return;
    // The keychain has it at the next start, too.
    expect(await first.quit()).toBe(0);
    const again = await stage().open({ env: keyring.env });
    await goTo(again.page, 'Ask');
    await ask(again.page, { question: 'Which lights? [[sandbox latency=1]]', markets: 'fr' });
    await untilAnswered(again.page, 1);
    await again.page.getByRole('main').getByText('Team service').waitFor();
  });
});

describeInBrowser('a service that cannot be used', (stage) => {
  it('reports a malformed key immediately, an unknown key on test and on asking, and an unreachable service on test', async () => {
    const { page } = await stage().open();
    await fillConnection(page, { name: 'Mistyped', address: service.baseUrl, key: 'not a key' });
    // What was typed stays, with the reason at the key; nothing is added.
    const form = page.getByRole('dialog', { name: 'Add connection' });
    await form.getByText(/A key has 1 to 512 letters/).waitFor();
    expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Mistyped');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    expect(await card(page, 'Mistyped').count()).toBe(0);

    await fillConnection(page, { name: 'Silent', address: 'http://127.0.0.1:9', key: service.apiKey });
    const silent = card(page, 'Silent');
    await silent.getByRole('button', { name: 'Test connection' }).click();
    await silent
      .getByText(/127\.0\.0\.1:9/)
      .first()
      .waitFor();
    await silent
      .getByText(/reach|answer|refused/i)
      .first()
      .waitFor();

    await fillConnection(page, { address: service.baseUrl, key: `sk_${'a'.repeat(40)}`, use: false });
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
});

describeInBrowser('two connections', (stage) => {
  // Services of their own: what was spent in other tests would stand in their balances.
  let team: Service;
  let agency: Service;
  beforeAll(async () => {
    [team, agency] = await Promise.all([startService('business'), startService('hobby')]);
  });
  afterAll(() => Promise.all([team, agency].map(stopService)));

  it('are asked with their own keys, and show their own plan, slots, limits and charges', async () => {
    const { page } = await stage().open();
    await page.setViewportSize(sizes.laptop);
    const names = { team: 'Team Berlin', agency: 'Agency, Japan' };
    await fillConnection(page, { name: names.team, address: team.baseUrl, key: team.apiKey });
    await fillConnection(page, { name: names.agency, address: agency.baseUrl, key: agency.apiKey });
    for (const [name, markets] of [
      [names.team, 'de, us'],
      [names.agency, 'jp'],
    ] as const) {
      await goTo(page, 'Settings');
      await card(page, name).getByRole('button', { name: /^Use/ }).click();
      await goTo(page, 'Ask');
      await ask(page, { question: `Which lock? ${name} [[sandbox latency=1]]`, markets });
      await untilAnswered(page, name === names.team ? 2 : 3);
    }
    await goTo(page, 'Settings');
    await card(page, names.team).getByText('2,799,990 credits left of 2,800,000 per month').waitFor();
    await card(page, names.agency).getByText('249,985 credits left of 250,000 per month').waitFor();
    await photograph(page, 'connections');

    await goTo(page, 'Service');
    const list = page.getByRole('navigation', { name: 'Connections' });
    await list
      .getByRole('link', { name: /Agency, Japan in use Hobby · 20 slots 249,985 credits left/ })
      .waitFor();
    await page.getByRole('tab', { name: 'Credits' }).click();
    await page.getByText('15 for 3 answers').waitFor();
    await photograph(page, 'two-accounts');
    await page.getByLabel('Daily credit limit (UTC)').fill('500');
    await page.getByRole('button', { name: 'Save credit limits' }).click();
    await page.getByText('Credit limits saved').waitFor();
    await list.getByRole('link', { name: /Team Berlin Business · 100 slots/ }).click();
    await page.getByText('10 for 2 answers').waitFor();
    expect(await page.getByLabel('Daily credit limit (UTC)').inputValue()).toBe('');
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
