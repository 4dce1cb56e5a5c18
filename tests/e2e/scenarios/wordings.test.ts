import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProviderServer } from '#tests/support/providers/providerServer.ts';
import { serveProvider } from '#tests/support/providers/serve.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { describeInBrowser } from '../harness/hosts.ts';
import { photograph } from '../harness/pictures.ts';
import {
  askButton,
  columnNames,
  goTo,
  marketBox,
  openTab,
  questionBox,
  untilAnswered,
} from '../harness/window.ts';

const german = 'Welchem Fahrradschloss kann man wirklich vertrauen? [[sandbox latency=50]]';
const arabic = 'أي قفل للدراجات يمكن الوثوق به؟ [[sandbox latency=50]]';
const japanese = '信頼できる自転車の鍵はどれですか？ [[sandbox latency=50]]';

let provider: ProviderServer;
beforeAll(async () => {
  provider = await serveProvider('openai', 0, () => {});
});
afterAll(() => provider.close());

/** An answer of the provider that is this text. */
const answering = (text: string) => ({
  status: 200,
  body: {
    id: 'resp_1',
    object: 'response',
    created_at: 1795000000,
    status: 'completed',
    error: null,
    incomplete_details: null,
    model: 'gpt-6-luna',
    output: [
      {
        id: 'msg_1',
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text, logprobs: [], annotations: [] }],
      },
    ],
    usage: { input_tokens: 100, output_tokens: 40, total_tokens: 140 },
  },
});

describeInBrowser('wordings', (stage) => {
  it('are entered and pasted, shown before sending, asked, compared and asked again', async () => {
    const { page } = await stage().open();
    await questionBox(page).fill('Which bike lock can be trusted? [[sandbox latency=50]]');
    await marketBox(page).fill('de, at, ae, jp, us');
    await marketBox(page).press('Enter');
    await page.getByRole('button', { name: 'Wordings…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Wordings' });
    await dialog.getByRole('button', { name: 'Add German' }).click();
    await dialog.getByLabel(/^German wording of/).fill(german);
    await dialog.getByText('DE, AT: German wording; 3 markets: main text.').waitFor();
    await dialog.getByText('Paste from a spreadsheet').click();
    const paste = dialog.getByLabel('Country or language, and wording');
    await paste.fill(`AE\t${arabic}\nJapanese\t${japanese}\nElbonia\tx`);
    await dialog.getByRole('button', { name: 'Add pasted wordings' }).click();
    await dialog.getByText('Line 3: “Elbonia” is not a country or language.').waitFor();
    expect(await dialog.getByLabel(/^Japanese wording of/).inputValue()).toBe(japanese);
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'wordings');
    await page.emulateMedia({ colorScheme: 'dark' });
    await photograph(page, 'wordings-dark');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await dialog.getByRole('button', { name: 'Use wordings' }).click();
    const told = page.getByText(
      'DE, AT: German wording; AE: United Arab Emirates wording; JP: Japanese wording; US: main text.',
    );
    await told.waitFor();
    await photograph(page, 'wordings-composer');
    await askButton(page).click();
    await untilAnswered(page, 5);

    await page.getByText('asked in 4 wordings').first().waitFor();
    await page.getByRole('heading', { name: 'Wordings of the question' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'wordings-overview');
    await openTab(page, 'Answer');
    await expect.poll(() => columnNames(page)).toHaveLength(5);
    await page.getByRole('button', { name: 'Edit & re-run' }).click();
    await told.waitFor();
    await page.getByRole('button', { name: '3 wordings' }).click();
    expect(await dialog.getByLabel(/^United Arab Emirates wording of/).inputValue()).toBe(arabic);
  });

  it('of a plan are compared for all questions, and are part of its version', async () => {
    const { page } = await stage().open();
    await goTo(page, 'Plans');
    await page.getByLabel('Plan name').fill('Worded');
    await page.getByLabel('Questions (one per line)').fill('Which {thing} lock?\nWhere to buy one?');
    await page.getByLabel('{thing}').fill('bike');
    await page.getByLabel('Markets', { exact: true }).fill('ch, us');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Wordings…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Wordings' });
    await dialog.getByRole('button', { name: 'Add German' }).click();
    const first = dialog.getByLabel('German wording of Which {thing} lock?');
    await first.fill('Welches {ding} Schloss?');
    await dialog.getByText('The question has no variable {ding}. Remove it here.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Use wordings' }).isDisabled()).toBe(true);
    await first.fill('Welches {thing} Schloss?');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Use wordings' }).click();
    await page.getByText('1 of 2 questions: CH: German wording; US: main text.').waitFor();
    await page.getByRole('button', { name: 'Save plan' }).click();
    await page.getByText('“Worded” saved as version 1').waitFor();
    await page.getByRole('button', { name: 'Wordings…' }).click();
    await first.fill('Welchem {thing} Schloss trauen?');
    await dialog.getByRole('button', { name: 'Use wordings' }).click();
    await page.getByRole('button', { name: 'Save as version 2' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('are suggested by the analysis model at a price shown first, and used only after the user accepts them', async () => {
    const { page } = await stage().open();
    await questionBox(page).fill('Which bike lock can be trusted?');
    await marketBox(page).fill('de, ae, us');
    await marketBox(page).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Wordings' });
    await page.getByRole('button', { name: 'Wordings…' }).click();
    await dialog.getByText('Choose an analysis model').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Set up engines' }).click();
    await page.getByRole('button', { name: 'Set up OpenAI', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'OpenAI' });
    await sheet.getByLabel('API key').fill('sk-test-Kq27VbT9wYx3');
    await sheet.getByText('More settings').click();
    await sheet.getByLabel('Base address').fill(`${provider.origin}/v1`);
    await sheet.getByRole('button', { name: 'Check and save' }).click();
    await sheet.getByText('OpenAI accepts the key').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Analysis model' }).click();
    await page.getByLabel('Provider').selectOption('openai');
    expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('gpt-6-luna');
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'analysis-model');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('gpt-6-luna analyses answers from now on.').waitFor();

    await goTo(page, 'Ask');
    await page.getByRole('button', { name: 'Wordings…' }).click();
    await dialog.getByRole('button', { name: 'Add German' }).click();
    await dialog.getByRole('button', { name: 'Add Arabic' }).click();
    await dialog.getByText('OpenAI, gpt-6-luna · 1 request · about 0.0001 USD', { exact: true }).waitFor();
    const before = provider.requests.length;
    const wordings = [
      { code: 'de', question: german },
      { code: 'ar', question: arabic },
    ];
    provider.enqueue(answering(JSON.stringify({ wordings })));
    await dialog.getByRole('button', { name: 'Suggest empty wordings' }).click();
    // 100 tokens in at 0.10 USD a million and 40 out at 0.50 USD: 0.00003 USD.
    await dialog.getByText('2 suggestions, less than 0.0001 USD.', { exact: true }).waitFor();
    expect(provider.requests.length).toBe(before + 1);
    expect(await dialog.getByLabel(/^Arabic wording of/).inputValue()).toBe(arabic);
    const use = dialog.getByRole('button', { name: 'Use wordings' });
    expect(await use.isDisabled()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'wordings-suggested');
    await dialog.getByRole('button', { name: 'Accept', exact: true }).first().click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await use.click();
    await page.getByText('DE: German wording; AE, US: main text.').waitFor();
  });
});
