import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { problemsInEitherScheme } from '../harness/accessibility.ts';
import { describeInOneProgram } from '../harness/hosts.ts';
import { photograph, sizes } from '../harness/pictures.ts';
import { answers, ask, goTo, openTab, questionBox, untilAnswered } from '../harness/window.ts';

const question = 'Which folding bike locks do people trust?';
const markets = 'us, de, jp, br, fr, eg, th, in';

type Place = { readonly name: string; readonly show: (page: Page) => Promise<void> };

/** In the order in which a person sees them first; each goes on from where the one before ended. */
const places: readonly Place[] = [
  {
    name: 'first-run',
    show: async (page) => {
      await questionBox(page).waitFor();
      await page.getByRole('status').filter({ hasText: 'Cost and time' }).waitFor();
    },
  },
  {
    name: 'running',
    show: async (page) => {
      await ask(page, { question: `${question} [[sandbox outcome=hang]]`, markets });
      await answers(page).getByText('running').first().waitFor();
    },
  },
  {
    name: 'compared',
    show: async (page) => {
      const cancel = page.getByRole('main').getByRole('button', { name: 'Cancel' });
      await cancel.click();
      await cancel.waitFor({ state: 'detached' });
      await goTo(page, 'Ask');
      await ask(page, { question: `${question} `, markets });
      await untilAnswered(page, 8);
      await page.reload();
      await untilAnswered(page, 8);
      await answers(page)
        .getByText('There is no single winner')
        .or(answers(page).getByText('The short answer'))
        .first()
        .waitFor();
      await page
        .getByText(/of \d+ sections differ/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'sources',
    show: async (page) => {
      await openTab(page, 'Sources');
      await page.getByText('.de.example').first().waitFor();
    },
  },
  {
    name: 'history',
    show: async (page) => {
      await goTo(page, 'History');
      const run = page.getByRole('option').filter({ hasText: question }).first();
      // Flags are only painted, so the codes are all that says which markets were asked; the rest is counted.
      const markets = run.getByText(/^US\s+DE\s+JP/);
      await markets.waitFor();
      await run.getByText(/^\+\d$/).waitFor();
      // Under the pointer they have their names.
      await markets.hover({ position: { x: 70, y: 8 } });
      expect(await markets.getAttribute('title')).toBe('Germany');
    },
  },
  {
    name: 'connection',
    show: async (page) => {
      await goTo(page, 'Settings');
      await page.getByRole('button', { name: 'Add connection' }).click();
      await page.getByRole('dialog', { name: 'Add connection' }).waitFor();
    },
  },
];

describeInOneProgram('the main screens, light and dark, on a laptop and on a large screen', {}, (app) => {
  it.each(places)('$name is accessible', async ({ name, show }) => {
    const { page } = app();
    await show(page);
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      const problems = await problemsInEitherScheme(page, (colorScheme) =>
        photograph(page, `${name}-${colorScheme}${size === 'laptop' ? '' : '-large'}`),
      );
      expect(problems, size).toEqual({ light: [], dark: [] });
    }
    await page.setViewportSize(sizes.laptop);
  });

  it('start no transition when less motion is wanted', async () => {
    const { page } = app();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const running = await page.evaluate<number>(`(() => {
      const parts = [...document.querySelectorAll('body, button, a')];
      const read = () => parts.map((part) => getComputedStyle(part).color);
      read();
      for (const part of parts) part.style.color = 'red';
      read();
      return document.getAnimations().length;
    })()`);
    expect(running).toBe(0);
  });
});
