import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProviderServer } from '#tests/support/providers/providerServer.ts';
import { serveProvider } from '#tests/support/providers/serve.ts';
import { filesContaining } from '#tests/support/secretsOnDisk.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { describeInBrowser } from '../harness/hosts.ts';
import { photograph } from '../harness/pictures.ts';
import { answers, ask, goTo, untilAnswered } from '../harness/window.ts';

const key = 'sk-test-Kq27VbT9wYx3';

let provider: ProviderServer;
beforeAll(async () => {
  provider = await serveProvider('openai', 0, () => {});
});
afterAll(() => provider.close());

describeInBrowser('an engine with real answers', (stage) => {
  it('is set up from the sandbox banner: key tested, engine selected, named, and asked', async () => {
    const { page } = await stage().open();
    await page.getByRole('status').filter({ hasText: 'Answers are demo data until you connect' }).waitFor();
    await photograph(page, 'made-up-banner');
    await page.getByRole('button', { name: 'Set up engines' }).click();
    await page.getByRole('heading', { name: 'Engines', exact: true }).waitFor();
    await page.getByRole('region', { name: 'Engine providers' }).getByText('Sandbox').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'settings-engines');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'settings-engines-dark');
    await page.getByRole('button', { name: 'Set up OpenAI', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'OpenAI' });
    await sheet.getByLabel('API key').fill(key);
    await sheet.getByText('More settings').click();
    await sheet.getByLabel('Base address').fill(`${provider.origin}/v1`);

    // A refused key is told with the way out, and nothing is saved.
    provider.enqueue({
      status: 401,
      body: { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } },
    });
    await sheet.getByRole('button', { name: 'Check and save' }).click();
    await sheet.getByRole('alert').filter({ hasText: 'Enter a valid key' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'engine-key-refused');
    const save = sheet.getByRole('button', { name: 'Check and save' });
    await save.press('Enter');
    await sheet.getByText('OpenAI accepts the key').waitFor();
    // Whoever uses the keyboard goes on from there, also while something is saved.
    const focused = page.locator(':focus');
    await save.and(focused).waitFor();
    const box = sheet.getByRole('checkbox', { name: /^assistant-a/ }).and(page.locator(':enabled'));
    await box.press('Space');
    await page.getByText('OpenAI answers for assistant-a').first().waitFor();
    await box.and(page.locator(':checked')).and(focused).waitFor();

    await sheet.getByLabel('Country', { exact: true }).fill('de');
    await sheet.getByRole('button', { name: 'Send test question' }).and(page.locator(':enabled')).click();
    await sheet.getByText('Provider request and response').click();
    await sheet.getByText('"country": "DE"').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'engine-connected');
    expect((await page.content()).includes(key)).toBe(false);
    await page.keyboard.press('Escape');

    await page.getByText('OpenAI, gpt-6-luna').waitFor();
    await page.getByRole('button', { name: 'Edit assistant-a' }).click();
    const engine = page.getByRole('dialog', { name: 'Engine assistant-a' });
    // The focus is on its first field.
    await engine.getByLabel('Provider', { exact: true }).and(page.locator(':focus')).waitFor();
    await engine.getByLabel('Name on Embedded service').fill('ChatGPT');
    await engine.getByRole('button', { name: 'Save name on Embedded service' }).click();
    await engine.getByLabel('Country', { exact: true }).fill('jp');
    await engine.getByLabel('Provider in this country').selectOption({ label: 'Sandbox' });
    await engine.getByRole('button', { name: 'Add country' }).click();
    await engine.getByRole('button', { name: 'Remove JP' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'engine-edited');
    await page.keyboard.press('Escape');

    provider.reset();
    await goTo(page, 'Ask');
    await page.getByRole('button', { name: 'Engine: ChatGPT' }).waitFor();
    await ask(page, { question: 'Which shoes fit wide feet?', markets: 'de, jp' });
    await untilAnswered(page, 2);
    await answers(page).getByText('Alpina Trail 3').first().waitFor();
    // Japan alone was left to the sandbox.
    expect(provider.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(await filesContaining(stage().dataFolder, key)).toEqual([]);
  });
});
