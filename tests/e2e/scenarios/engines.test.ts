import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProviderServer } from '#tests/support/providers/providerServer.ts';
import { serveProvider } from '#tests/support/providers/serve.ts';
import { filesContaining } from '#tests/support/secretsOnDisk.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { describeOnEveryHost } from '../harness/hosts.ts';
import { answers, ask, goTo, openTab, untilAnswered } from '../harness/window.ts';

const key = 'sk-test-Kq27VbT9wYx3';

let provider: ProviderServer;
beforeAll(async () => {
  provider = await serveProvider('openai', 0, () => {});
});
afterAll(() => provider.close());

describeOnEveryHost('an engine that really answers', (stage) => {
  it('is set up with a key, tried with its raw exchange, bound and asked', async () => {
    const { page } = await stage().open();
    await goTo(page, 'Service');
    await openTab(page, 'Engines');
    await page.getByRole('button', { name: 'Set up OpenAI', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'OpenAI' });
    await sheet.getByRole('region', { name: 'Supported data of OpenAI' }).getByText('assistant-a').waitFor();
    await sheet.getByLabel('API key').fill(key);
    await sheet.getByLabel('Base address').fill(`${provider.origin}/v1`);
    await sheet.getByRole('button', { name: 'Save' }).click();

    await sheet.getByLabel('Country').fill('de');
    await sheet.getByRole('button', { name: 'Send test question' }).and(page.locator(':enabled')).click();
    await sheet.getByText('Provider request and response').click();
    await sheet.getByText('"country": "DE"').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect((await page.content()).includes(key)).toBe(false);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /^Provider of assistant-a/ }).click();
    await page.getByRole('menuitemradio', { name: /^OpenAI(?!-)/ }).click();
    await page.getByRole('button', { name: 'Provider of assistant-a: OpenAI' }).waitFor();
    await goTo(page, 'Ask');
    await ask(page, { question: 'Which shoes fit wide feet?', markets: 'de' });
    await untilAnswered(page, 1);
    await answers(page).getByText('Alpina Trail 3').first().waitFor();
    expect(await filesContaining(stage().dataFolder, key)).toEqual([]);
  });
});
