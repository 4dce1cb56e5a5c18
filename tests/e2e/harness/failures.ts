import type { Page } from 'playwright-core';
import type { RunnerTestCase } from 'vitest';
import { type OpenApp, patienceMs } from './app.ts';

type Told = Omit<OpenApp, 'quit'> & {
  readonly host: string;
  readonly quit: () => Promise<number | NodeJS.Signals | null>;
  /** The last lines the program wrote. */
  readonly output: () => string;
};

const open = new Map<OpenApp, () => Promise<void>>();
let current: RunnerTestCase | null = null;
let pictures = 0;

export function beginTest(test: RunnerTestCase): void {
  current = test;
}

/** Of every Parallax that is still open, whoever closes it and when. */
export const tellFailures = (): Promise<void> => tellFailure([...open.values()]);

/**
 * The same, and if its test fails, what stood in the window then is told on stderr: a machine that tests for others
 * keeps no pictures.
 */
export function toldWhenFailing({ host, output, quit, ...app }: Told): OpenApp {
  const told: OpenApp = {
    ...app,
    quit: () => {
      const tell = open.get(told);
      open.delete(told);
      return tellFailure(tell ? [tell] : []).then(quit);
    },
  };
  open.set(told, async () => {
    const { page } = app;
    pictures += 1;
    const name = `${host} ${current?.name} ${pictures}`.replace(/[^\w]+/g, '-');
    await page.screenshot({ path: `test-results/${name}.png`, timeout: 5000 }).catch(() => undefined);
    const facts = [
      `On ${host}, as "${current?.name}" failed:`,
      await windowState(page),
      `requests without an answer: ${app.pending().join(', ') || 'none'}`,
      `problems: ${app.problems().join(' | ') || 'none'}`,
      `the program's last words: ${output().trim() || 'none'}`,
    ];
    console.error(facts.join('\n'));
  });
  return told;
}

async function tellFailure(telling: readonly (() => Promise<void>)[]): Promise<void> {
  if (current?.result?.state === 'fail') for (const tell of telling) await tell();
}

/** Address, what is still being read and the words of the main part; also of a page that hangs. */
async function windowState(page: Page): Promise<string> {
  const read = page.evaluate<string>(`[
    'address: ' + location.href,
    'busy: ' + ([...document.querySelectorAll('[aria-busy=true]')].map((each) => each.ariaLabel ?? each.tagName).join(', ') || 'nothing'),
    'dialogs: ' + ([...document.querySelectorAll('[role=dialog], [role=alertdialog]')].map((each) => each.innerText).join(' | ') || 'none'),
    'main: ' + (document.querySelector('main')?.innerText ?? 'missing').slice(0, 3000),
  ].join('\\n')`);
  const hangs = new Promise<string>((tell) => {
    setTimeout(() => tell('the window does not answer'), patienceMs / 6).unref();
  });
  return Promise.race([read.catch((error: unknown) => `the window is gone: ${String(error)}`), hangs]);
}
