import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDisplay } from '#tests/support/electron/real/display.ts';
import {
  desktopHost,
  electronRequirement,
  joinBrowser,
  onElectron,
  startDesktopProgram,
  windowPage,
} from '../harness/desktopHost.ts';
import { exitOf } from '../harness/hostProcess.ts';
import { electronPicture } from '../harness/pictures.ts';
import { ask, openTab, questionBox, untilAnswered } from '../harness/window.ts';

const { skip, note } = electronRequirement();

/** What no page can show of itself: the frame, the menus and the system's dialogs. */
describe.skipIf(skip || !onElectron || process.platform !== 'linux')(
  `pictures of the program, on ${desktopHost.name}${note}`,
  () => {
    it('show its menus and dialogs above the window', async () => {
      const dataFolder = await mkdtemp(join(tmpdir(), 'parallax-pictures-'));
      // Windows of other tests stand on theirs.
      const screen = await openDisplay();
      const program = startDesktopProgram(dataFolder, { DISPLAY: screen.name }, { ownDialogs: true });
      const page = await windowPage(await joinBrowser(await program.endpoint()));
      const taken: string[] = [];
      /** Once the same is on the screen twice, and not what was there before. */
      const picture = async (name: string): Promise<void> => {
        const path = electronPicture(name);
        await mkdir(dirname(path), { recursive: true });
        let last = '';
        await expect
          .poll(async () => {
            await program.act({ type: 'picture', path });
            const before = last;
            last = await readFile(path, 'base64');
            return last === before && !taken.includes(last);
          })
          .toBe(true);
        taken.push(last);
      };
      await questionBox(page).waitFor();
      // While it blinks, no two pictures need be alike.
      await page.evaluate(`document.documentElement.style.caretColor = 'transparent'`);
      await picture('first-start');
      await ask(page, { question: 'Which folding bike locks do people trust?', markets: 'us, de, jp, br' });
      await untilAnswered(page, 4);
      const run = await page.evaluate<string>('location.hash');
      await openTab(page, 'Overview');
      await page.getByText('Your brand is not set.').waitFor();
      await picture('overview');
      await openTab(page, 'Answer');
      await page.getByRole('columnheader').nth(3).waitFor();
      await picture('answers');
      for (const label of ['File', 'Edit', 'View', 'Go', 'Help']) {
        await program.act({ type: 'open-menu', label });
        await picture(`menu-${label.toLowerCase()}`);
        await program.act({ type: 'close-menu', label });
      }
      await program.act({ type: 'menu', labels: ['View', 'Theme', 'Theme: dark'] });
      await expect.poll(() => page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)).toBe(true);
      await picture('dark');
      await page.evaluate(`location.hash = '#/ask'`);
      await ask(page, { question: 'Which locks? [[sandbox latency=60000]]', markets: 'de, jp' });
      await expect.poll(() => program.messages.some(({ type }) => type === 'progress')).toBe(true);
      // Nothing moves there while the answers are awaited.
      await page.evaluate(`location.hash = '#/settings/appearance'`);
      await program.act({ type: 'close-window' });
      await program.message('dialog');
      await picture('closing-question');
      await program.act({ type: 'dismiss' });
      await page.evaluate(`location.hash = ${JSON.stringify(run)}`);
      // The menu offers what the screen can export once it is shown.
      await expect
        .poll(() =>
          program.act({ type: 'menu', labels: ['File', 'Export', 'Export answers as CSV'] }).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      await program.message('save-asked');
      await picture('save-dialog');
      // A dialog of the system stays open; only a person closes it.
      program.child.kill('SIGKILL');
      await exitOf(program.child);
      await screen.close();
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    });
  },
);
