import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCloro } from '#tests/support/cloro/cloroService.ts';
import { connectProxy } from '#tests/support/faults/connectProxy.ts';
import { selfSigned } from '#tests/support/faults/selfSigned.ts';
import {
  type KeyringSession,
  keyringMissing,
  startKeyringSession,
} from '#tests/support/keyring/keyringSession.ts';
import { filesContaining } from '#tests/support/secretsOnDisk.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { describeInBrowser, type Stage } from '../harness/hosts.ts';
import { photograph } from '../harness/pictures.ts';
import { type StoredCells, storedCells } from '../harness/storedHistory.ts';
import { answers, ask, chooseEngine, goTo, openTab, untilAnswered } from '../harness/window.ts';

const key = 'clo-9f2.A_test~key';
const engineNames = [
  ...['ChatGPT', 'Gemini', 'Grok', 'Copilot', 'Perplexity'],
  ...['Google', 'Google News', 'AI Mode'],
];
const markets = 'us, de, fr, jp, br, in, gb, es';

let keyring: KeyringSession | null = null;
beforeAll(async () => {
  if ((await keyringMissing()) === null) keyring = await startKeyringSession();
});
afterAll(() => keyring?.close());

/**
 * The local contract server under cloro's own name and address: a company's proxy on loopback leads there, and a
 * certificate authority of the environment vouches for it.
 */
async function cloroBehindProxy(stage: Stage, options: Parameters<typeof startCloro>[0] = {}) {
  const service = await startCloro({ ...options, tls: true });
  const proxy = await connectProxy(Number(new URL(service.baseUrl).port));
  const certificates = join(stage.dataFolder, 'company.pem');
  await writeFile(certificates, selfSigned.cert);
  const env = { ...keyring?.env, HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: certificates };
  const open = () => stage.open({ env, expectedProblems: /ERR_|Failed to load resource/ });
  return { service, proxy, open };
}

/** Adds cloro by its key alone. */
async function addCloro(page: Page): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Add connection' }).click();
  const form = page.getByRole('dialog', { name: 'Add connection' });
  expect(await form.getByRole('radio', { name: /^cloro/ }).isChecked()).toBe(true);
  expect(await form.getByRole('textbox').count()).toBe(1);
  await form.getByLabel('cloro API key').fill(key);
  await photograph(page, 'cloro-add');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'cloro' }).waitFor();
}

/** Writes a plan of one question in eight countries on all engines, by the names on the screen, and runs it. */
async function runPlan(
  page: Page,
  how: { readonly mode: 'live' | 'queued'; readonly limit?: number },
): Promise<void> {
  await goTo(page, 'Plans');
  await page.getByLabel('Plan name').fill('Locks');
  await page.getByLabel('Questions (one per line)').fill('Which lock is best?');
  await page.getByLabel('Markets', { exact: true }).fill(markets);
  await page.keyboard.press('Enter');
  for (const name of engineNames) await page.getByLabel(name, { exact: true }).check();
  await page.getByLabel('Mode', { exact: true }).selectOption(how.mode);
  if (how.limit !== undefined) await page.getByLabel('Credit limit').fill(String(how.limit));
  await page.getByText(/^64 requests · at most \d+ credits/).waitFor();
  await page.getByText(/Grok is temporarily unavailable/).waitFor();
  await photograph(page, `cloro-plan-${how.mode}`);
  await page.getByRole('button', { name: 'Run 64 requests' }).click();
  await page.getByText(/ of 64 · /).waitFor();
}

describeInBrowser('cloro', (stage) => {
  it('is added with its key only, answers under its engines’ own names, and is sent nothing before', async () => {
    const { service, proxy, open } = await cloroBehindProxy(stage());
    const { page } = await open();
    await addCloro(page);
    const card = page.getByRole('article', { name: 'cloro' });
    await card.getByText('https://api.cloro.dev').waitFor();
    await photograph(page, 'cloro-card');
    expect(service.received).toEqual([]);
    await card.getByText('in use').waitFor();
    await card.getByRole('button', { name: 'Test connection' }).click();
    await card
      .getByText(/500 credits/)
      .first()
      .waitFor();
    expect(new Set(proxy.asked)).toEqual(new Set(['api.cloro.dev:443']));
    await photograph(page, 'cloro-tested');
    await goTo(page, 'Ask');
    await page.getByRole('button', { name: 'Engine: ChatGPT' }).waitFor();
    await chooseEngine(page, 'AI Mode');
    await ask(page, { question: 'Which lock is best?', markets: 'de, jp' });
    await untilAnswered(page, 2);
    await answers(page).getByText('Vellimo is the best lock in DE.').waitFor();
    await openTab(page, 'Overview');
    await page.getByText('AI Mode').first().waitFor();
    await photograph(page, 'cloro-run');
    expect(
      await page
        .getByRole('main')
        .getByText(/search-ai|assistant-/)
        .count(),
    ).toBe(0);
    await goTo(page, 'History');
    await page.getByRole('option').filter({ hasText: 'AI Mode' }).waitFor();
    expect(service.charged()).toBe(12);
    expect(await filesContaining(stage().dataFolder, key)).toEqual([]);
  });

  it.each(['live', 'queued'] as const)(
    'answers one question in eight countries on all engines, killed in the middle and resumed, once: %s',
    async (mode) => {
      let held = true;
      let ended = 0;
      const { service, open } = await cloroBehindProxy(stage(), {
        instead: ({ method, path }) =>
          held && method === 'POST' && path.startsWith('/v1/monitor/') && service.ran.length >= 20
            ? 'hang'
            : undefined,
        ready: () => {
          ended += 1;
          return !held || ended <= 20;
        },
      });
      const first = await open();
      await addCloro(first.page);
      await runPlan(first.page, { mode });
      for (const name of engineNames) await first.page.getByRole('cell', { name, exact: true }).waitFor();
      const { dataFolder } = stage();
      await expect.poll(() => storedCells(dataFolder).states.completed).toBeGreaterThanOrEqual(18);
      if (mode === 'queued') await expect.poll(() => storedCells(dataFolder).tasks).toBe(64);
      await photograph(first.page, `cloro-running-${mode}`);
      process.kill(first.pid, 'SIGKILL');
      await first.quit();
      const kept = storedCells(dataFolder);
      expect(kept).toMatchObject({ cells: 64, wrong: 0 });
      expect(kept.states.completed).toBeLessThan(64);
      held = false;

      const { page } = await open();
      await goTo(page, 'History');
      await page.getByRole('option').filter({ hasText: 'Locks' }).dblclick();
      await page.getByRole('heading', { level: 1, name: 'Locks' }).waitFor();
      // The tasks that a program left at the service are collected by the next one, without being told.
      if (mode === 'live') await page.getByRole('button', { name: 'Resume' }).click();
      const over = ({ states }: StoredCells) => (states.completed ?? 0) + (states.unknown ?? 0);
      await expect.poll(() => over(storedCells(dataFolder))).toBe(64);
      const after = storedCells(dataFolder);
      // What was under way live may have been charged; it is not asked again by itself.
      const unknown = mode === 'live' ? (kept.states.running ?? 0) : 0;
      expect(after).toMatchObject({ cells: 64, wrong: 0 });
      expect(after.states).toEqual({ completed: 64 - unknown, ...(unknown > 0 ? { unknown } : {}) });
      expect(new Set(service.ran).size).toBe(service.ran.length);
      expect(service.ran.length).toBeLessThanOrEqual(64);
      expect(service.ran.length).toBeGreaterThanOrEqual(64 - unknown);
      if (unknown === 0) expect(after.credits).toBe(service.charged());
      else expect(after.credits).toBeLessThanOrEqual(service.charged());
      // Search lists are completed requests, and no answers.
      const countIn = async (text: RegExp): Promise<number> =>
        Number.parseInt((await page.getByText(text).first().textContent()) ?? '', 10);
      await expect
        .poll(
          async () => (await countIn(/^\d+ answers to 64 requests$/)) + (await countIn(/^\d+ search lists$/)),
        )
        .toBe(64 - unknown);
      await page.getByText('Parallax ended during this run').waitFor({ state: 'detached' });
      await photograph(page, `cloro-resumed-${mode}`);
    },
  );

  it.each(['live', 'queued'] as const)('stops before a credit limit is passed: %s', async (mode) => {
    const { service, open } = await cloroBehindProxy(stage());
    const { page } = await open();
    await addCloro(page);
    await runPlan(page, { mode, limit: 20 });
    await page.getByText(/Paused at the credit limit of this run/).waitFor();
    await photograph(page, `cloro-limit-${mode}`);
    expect(service.charged()).toBeGreaterThan(0);
    expect(service.charged()).toBeLessThanOrEqual(20);
    await page.getByText(`${service.charged()} credits charged of at most`).waitFor();
    expect(storedCells(stage().dataFolder).credits).toBe(service.charged());
    await page.getByLabel('New credit limit of this run').fill('60');
    await page.getByRole('button', { name: 'Raise limit and resume' }).click();
    await page.getByText('credit limit 60').waitFor();
    await page.getByText(/Paused at the credit limit of this run/).waitFor();
    expect(service.charged()).toBeGreaterThan(40);
    expect(service.charged()).toBeLessThanOrEqual(60);
  });
});
