import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { drivenVariable } from '#tests/support/electron/double/channel.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { desktopHostOf, drivenElectron, onElectron } from '../harness/desktopHost.ts';
import { builtProgram } from '../harness/hostProcess.ts';
import { ask, questionBox, untilAnswered } from '../harness/window.ts';

const { skip, note } = requirement(
  onElectron ? 'the real one is tried by every scenario' : chromiumMissing(),
);
const runner = fileURLToPath(new URL('../../support/electron/double/run.ts', import.meta.url));
const patient = { timeout: 30_000 };

/** `npm run test:electron` as far as it goes without Electron: what leads the real one leads its double by the same API. */
describe.skipIf(skip)(`the driver of real Electron in the scenarios${note}`, () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parallax-driven-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  it('reads what the program shows and performs user actions', async () => {
    const electron = join(folder, 'electron');
    await writeFile(electron, `#!/bin/sh\nexec '${process.execPath}' '${runner}' "$@"\n`);
    await chmod(electron, 0o755);
    const host = desktopHostOf('the driven double', () => drivenElectron(electron, builtProgram('index')));
    const { page, act, shown, problems, quit } = await host.open({
      dataFolder: join(folder, 'data'),
      env: { [drivenVariable]: '1' },
    });
    const kinds = () => new Set(shown?.map(({ type }) => type));
    await questionBox(page).waitFor();
    await expect
      .poll(() => shown?.find(({ type }) => type === 'window-shown'), patient)
      .toMatchObject({
        painted: true,
        ground: '#ffffff',
      });
    await act?.({ type: 'blur-window' });
    await ask(page, { question: 'Which locks? [[sandbox latency=300]]', markets: 'de' });
    await untilAnswered(page, 1);
    await expect.poll(kinds, patient).toContain('notification');
    await act?.({ type: 'menu', labels: ['Go', 'History'] });
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    await act?.({ type: 'click-notification' });
    await page.getByRole('heading', { level: 1, name: /^Which locks/ }).waitFor();
    await act?.({ type: 'page-event', event: 'will-redirect', url: 'https://example.org/' });
    await expect
      .poll(() => shown?.find(({ type }) => type === 'held-back'), patient)
      .toMatchObject({ prevented: true });
    await act?.({ type: 'open-url', what: 'parallax://run/zzzzzzzzzzzz' });
    await expect.poll(kinds, patient).toContain('dialog');
    for (const kind of ['load', 'progress', 'keep-awake'] as const) expect(kinds()).toContain(kind);
    expect(problems()).toEqual([]);
    expect(await quit()).toBe(0);
  });
});
