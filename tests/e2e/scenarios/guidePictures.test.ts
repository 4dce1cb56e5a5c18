import { expect, it as scenario } from 'vitest';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { readRun } from '../harness/comparedRun.ts';
import { describeInBrowser } from '../harness/hosts.ts';
import { photograph, sizes } from '../harness/pictures.ts';
import { answers, ask, goTo, openTab, untilAnswered } from '../harness/window.ts';

/** What these show is tested elsewhere: they are taken only where pictures are asked for. */
const it = scenario.skipIf(process.env.PARALLAX_PICTURES === undefined);

describeInBrowser('pictures of the guide that no other scenario takes', (stage) => {
  it('a run of a plan in progress', async () => {
    const { page } = await stage().open();
    await goTo(page, 'Plans');
    await page.getByLabel('Plan name').fill('Folding bike locks, weekly');
    const questions = [
      'Which {lock} do people trust?',
      'Where to buy a {lock}?',
      'Is a {lock} worth its price?',
    ];
    await page.getByLabel('Questions (one per line)').fill(questions.join('\n'));
    await page.getByLabel('{lock}').fill('folding bike lock, chain lock');
    await page.getByLabel('Markets', { exact: true }).fill('eu, jp, br, in, us, ca, au');
    await page.keyboard.press('Enter');
    await page.getByLabel('assistant-b').check();
    await page.getByLabel('search', { exact: true }).check();
    await page.getByLabel('Mode').selectOption('Queued: continues at the service');
    await page.getByRole('button', { name: 'Run 594 requests' }).click();
    await page.getByText(/^\d{3} completed$/).waitFor();
    await photograph(page, 'plans');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await page.getByText(/cancelled$/).waitFor();
  });

  it('search results with filters', async () => {
    const { page } = await stage().open();
    for (const question of ['Which folding bike locks do people trust?', 'Are smart bike locks worth it?']) {
      await goTo(page, 'Ask');
      await ask(page, { question, markets: 'us, in, gb, jp, fr' });
      await untilAnswered(page, 5);
      await answers(page).waitFor();
    }
    await page.keyboard.press('Control+Shift+F');
    await page
      .getByRole('searchbox', { name: 'Search history' })
      .fill('"bike locks" country:us country:india');
    const found = page.getByRole('listbox', { name: 'Search results' });
    await expect.poll(() => found.getByRole('option').count()).toBe(4);
    await found.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect.poll(() => found.getByRole('option', { selected: true }).count()).toBe(2);
    await photograph(page, 'search');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('the Brands tab with a brand and a competitor', async () => {
    const { page } = await stage().open();
    await page.getByRole('button', { name: '1 repeat per market' }).click();
    await page.getByRole('menuitemradio', { name: /^3/ }).click();
    await ask(page, {
      question: 'Which folding bike locks do people trust?',
      markets: 'us, de, jp, br, fr, it',
    });
    await untilAnswered(page, 18);
    await openTab(page, 'Brands');
    const menus = page
      .getByRole('region', { name: 'Brands by market' })
      .getByRole('button', { name: /^Correct / });
    for (const [at, kind, rules] of [
      [0, 'Your brand', 1],
      [1, 'Competitor', 2],
    ] as const) {
      await menus.nth(at).click();
      await page.getByRole('menuitemradio', { name: kind }).click();
      await page.getByText(`Brand list version ${rules}`, { exact: true }).waitFor();
      await page.getByText('updating…').waitFor({ state: 'hidden' });
    }
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await photograph(page, 'brands');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('the overviews of a run and of a plan in three sizes, both themes and several scripts', {
    timeout: 300_000,
  }, async () => {
    const { dataFolder, open } = stage();
    const parallax = (...args: readonly string[]) => runParallax(args, { dataFolder });
    await parallax('brands', 'add', 'Halewick', '--as', 'own');
    for (const name of ['Quillon', 'Brivanto', 'Steinhöfer', 'Hayasaka'])
      await parallax('brands', 'add', name, '--as', 'competitor');
    const runs: {
      readonly size: { readonly width: number; readonly height: number };
      readonly id: string;
    }[] = [];
    for (const [question, size] of [
      [
        'Welches Fahrradfaltschloss mit höchster Sicherheitsstufe empfehlen Verbraucherschutzorganisationen für den Alltag in der Großstadt?',
        sizes.laptop,
      ],
      ['ما هو أفضل قفل للدراجات القابلة للطي في المدن الكبيرة من حيث الأمان والوزن والسعر؟', sizes.middle],
      [
        '通勤用の折りたたみ自転車に最も信頼されている鍵はどれですか。安全性、重さ、価格を比べて教えてください。',
        sizes.desk,
      ],
    ] as const) {
      const asked = ['--countries', 'US,DE,JP,BR,FR,SA', '--repeats', '3', '--json'];
      const [answer] = jsonLines((await parallax('ask', question, ...asked)).stdout);
      runs.push({ size, id: String(answer?.runId) });
    }
    const things = 'bike lock,Fahrradfaltschloss,قفل دراجة,折りたたみ自転車の鍵,antivol pliable';
    const templates = [
      'Which {thing} do people trust?',
      'Where to buy a {thing}?',
      'Is a {thing} worth its price?',
    ];
    const questions = [
      ...templates,
      'Was spricht gegen {thing} im Alltag einer Großstadt mit vielen Fahrraddiebstählen?',
    ];
    await parallax(
      ...['plan', 'create', 'Schlösser · أقفال · 鍵', '--var', `thing=${things}`],
      ...questions.flatMap((question) => ['--question', question]),
      ...['--engines', 'assistant-a,assistant-b,assistant-c', '--countries', 'US,DE,JP,BR,FR,SA,KR,GB'],
    );
    const [plan] = jsonLines(
      (await parallax('run', 'Schlösser · أقفال · 鍵', '--mode', 'live', '--json')).stdout,
    );
    await parallax('recompute');
    const { page } = await open({ viewport: sizes.laptop });
    await page.getByRole('button', { name: 'Hide' }).click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const { id, size } of runs) {
        await page.setViewportSize(size);
        await readRun(page, id, 'tab=overview');
        const overview = page.getByRole('region', { name: 'Overview', exact: true });
        await overview.getByText(/^Halewick is named in/).waitFor();
        await photograph(page, `screens/run-${size.width}-${colorScheme}`);
        await readRun(page, String(plan?.id), '');
        const whole = page.getByRole('region', { name: 'Plan overview' });
        await whole.getByText(/^Halewick is named in/).waitFor();
        await whole.getByRole('region', { name: 'Visibility by question' }).waitFor();
        await photograph(page, `screens/plan-${size.width}-${colorScheme}`);
      }
    }
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
