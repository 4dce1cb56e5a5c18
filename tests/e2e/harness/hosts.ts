import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import type { AppHost, OpenApp, OpenOptions } from './app.ts';
import { browserHost } from './browserHost.ts';
import { desktopHost, desktopRequirement, everyScenario } from './desktopHost.ts';

/** The browser host has nothing to do with Electron. */
const hosts: readonly AppHost[] = everyScenario ? [desktopHost] : [browserHost];

export type Stage = {
  readonly dataFolder: string;
  /** Opens Parallax on the test's data folder; closed after the test if it still runs. */
  readonly open: (options?: Partial<OpenOptions>) => Promise<OpenApp>;
};

/**
 * Describes what a person does once for every host: `npm test` has the browser, and `npm run test:electron` the desktop.
 * After each test nothing may have gone wrong unseen.
 */
export function describeOnEveryHost(name: string, tests: (stage: () => Stage) => void): void {
  describeOn(hosts, name, tests);
}

/** The same in the browser alone, for what no host does differently. */
export function describeInBrowser(name: string, tests: (stage: () => Stage) => void): void {
  describeOn([browserHost], name, tests);
}

type OneProgram = Omit<OpenOptions, 'dataFolder'> & {
  /** Fills the data folder before the program starts. */
  readonly prepare?: (dataFolder: string) => Promise<void>;
};

/**
 * The same with one program for all tests, which go on from where the one before ended: for what needs no history and
 * no window of its own. After the last one nothing may have gone wrong unseen.
 */
export function describeInOneProgram(
  name: string,
  { prepare, ...options }: OneProgram,
  tests: (app: () => OpenApp) => void,
): void {
  const { skip, note } = everyScenario
    ? { skip: true, note: ' (skipped: no Electron in it)' }
    : requirement(chromiumMissing());
  describe.skipIf(skip)(`${name}${note}`, () => {
    let dataFolder: string;
    let opened: OpenApp;
    beforeAll(async () => {
      dataFolder = await mkdtemp(join(tmpdir(), 'parallax-e2e-'));
      await prepare?.(dataFolder);
      opened = await browserHost.open({ dataFolder, ...options });
    });
    afterAll(async () => {
      const problems = opened.problems();
      await opened.quit();
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
      expect(problems).toEqual([]);
    });
    tests(() => opened);
  });
}

function describeOn(chosen: readonly AppHost[], name: string, tests: (stage: () => Stage) => void): void {
  for (const host of chosen) {
    const { skip, note } =
      host === desktopHost
        ? desktopRequirement()
        : everyScenario
          ? { skip: true, note: ' (skipped: no Electron in it)' }
          : requirement(chromiumMissing());
    describe.skipIf(skip)(`${name}, on ${host.name}${note}`, () => {
      let stage: Stage;
      let opened: OpenApp[];
      beforeEach(async () => {
        const dataFolder = await mkdtemp(join(tmpdir(), 'parallax-e2e-'));
        opened = [];
        stage = {
          dataFolder,
          open: async (options) => {
            const app = await host.open({ dataFolder, ...options });
            opened.push(app);
            return app;
          },
        };
      });
      afterEach(async () => {
        const problems = opened.flatMap((app) => app.problems());
        for (const app of opened) await app.quit();
        await rm(stage.dataFolder, { recursive: true, force: true, maxRetries: 5 });
        expect(problems).toEqual([]);
      });
      tests(() => stage);
    });
  }
}
