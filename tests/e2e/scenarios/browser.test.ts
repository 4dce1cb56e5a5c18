import { beforeEach, expect, it } from 'vitest';
import { describeInOneProgram } from '../harness/hosts.ts';
import { ask, goTo, questionBox, untilAnswered } from '../harness/window.ts';

/** One test refuses parts of the window, which the console reports. */
const expectedProblems = /net::ERR_FAILED$/;

describeInOneProgram('the browser host', { expectedProblems }, (app) => {
  beforeEach(async () => {
    await goTo(app().page, 'Ask');
    await questionBox(app().page).waitFor();
  });
  it('removes its code from the URL immediately', () => {
    expect(app().page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#\/(ask)?$/);
  });

  it('keeps working after a reload and in a second tab', async () => {
    await app().page.reload();
    await ask(app().page, { question: 'Which locks? [[sandbox latency=1]]', markets: 'us' });
    await untilAnswered(app().page, 1);
    const second = await app().page.context().newPage();
    await second.goto(app().page.url());
    await untilAnswered(second, 1);
    await second.close();
  });

  it('shows another browser only how to open Parallax', async () => {
    const browser = app().page.context().browser();
    const stranger = await browser?.newPage();
    if (!stranger) throw new Error('no browser');
    await stranger.goto(new URL('/', app().page.url()).href);
    await stranger
      .getByText(/Open the newest link printed in the terminal/)
      .first()
      .waitFor();
    await stranger.close();
  });

  it('updates one tab after a change in the other', async () => {
    const second = await app().page.context().newPage();
    await second.goto(`${new URL('/', app().page.url()).href}#/history`);
    await second.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    await ask(app().page, { question: 'Which locks are new? [[sandbox latency=1]]', markets: 'us' });
    await second.getByText('Which locks are new?').first().waitFor();
    await second.close();
  });

  it('retries a part of the window that failed to load', async () => {
    const { page } = app();
    const parts = /\/assets\/(ServiceScreen|CommandPalette)-/;
    await page.route(parts, (route) => route.abort());
    await page.reload();
    await questionBox(page).waitFor();
    await page.keyboard.press('Control+k');
    const notice = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await notice.getByRole('button', { name: 'Close' }).click();
    await goTo(page, 'Service');
    // The notice stands there already: only the refused request says that it was tried again.
    const refused = page.waitForEvent('requestfailed', (request) => parts.test(request.url()));
    await notice.getByRole('button', { name: 'Reload' }).click();
    await refused;
    await notice.waitFor();
    await page.unroute(parts);
    await notice.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('tablist', { name: /^Service / }).waitFor();
    // What failed elsewhere is tried anew where it is shown again.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').first().waitFor();
  });
});
