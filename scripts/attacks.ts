// `npm run test:attacks`: every attack the program must withstand, and how many were tried in each area. A file of
// `tests/attacks` is an area of its own; the rest are suites that stand beside the part they attack.
import { basename, relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { startVitest } from 'vitest/node';

const ownFolder = 'tests/attacks/';

const areas: Readonly<Record<string, readonly string[]>> = {
  'requests to the service': [
    'tests/integration/service/hostileInput.test.ts',
    'tests/unit/service/http/jsonBody.test.ts',
    'tests/unit/service/http/bodyBudget.test.ts',
  ],
  'replies of providers': [
    'tests/unit/service/drivers/mutatedPayloads.test.ts',
    'tests/integration/drivers/faults.test.ts',
  ],
  addresses: [
    'tests/unit/platform/publicAddress.test.ts',
    'tests/integration/platform/http/post.test.ts',
    'tests/unit/main/connections/baseUrl.test.ts',
    'tests/unit/shared/interface/redirect.test.ts',
  ],
  'window and browser host': [
    'tests/unit/main/hosts/electron/windowPolicy.test.ts',
    'tests/unit/main/bridge/router.test.ts',
    'tests/integration/hosts/windowServer.test.ts',
  ],
  'text that freezes': [
    'tests/unit/shared/text/markdown/formattingLimit.test.ts',
    'tests/integration/main/analysis/analysisPool.test.ts',
  ],
  'deep values and lost threads': [
    'tests/integration/platform/threads/channel.test.ts',
    'tests/integration/platform/threads/pool.test.ts',
  ],
  'damaged files': ['tests/integration/main/maintenance/damage.test.ts'],
};

function areaOf(file: string): string {
  const named = Object.entries(areas).find(([, files]) => files.includes(file));
  return named?.[0] ?? basename(file, '.test.ts').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: adds to a type of the library, which only an interface can
  interface TaskMeta {
    /** Attacks tried inside one test, where it is more than one. */
    attempts?: number;
  }
}

type Count = { passed: number; failed: number; skipped: number };

/** Prints one line for each area when the run has ended. */
class AreaReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, Count>();
    for (const module of modules) {
      const area = areaOf(relative(process.cwd(), module.moduleId));
      const count = counts.get(area) ?? { passed: 0, failed: 0, skipped: 0 };
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        count[state === 'passed' || state === 'failed' ? state : 'skipped'] += test.meta().attempts || 1;
      }
      counts.set(area, count);
    }
    const line = (area: string, { passed, failed, skipped }: Count) =>
      console.log(
        `${area.padEnd(32)}${String(passed + failed).padStart(6)} attacks${failed > 0 ? `, ${failed} FAILED` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`,
      );
    console.log('\nAttacks by area');
    for (const [area, count] of [...counts].sort()) line(area, count);
    const all = [...counts.values()];
    const sum = (of: keyof Count) => all.reduce((total, count) => total + count[of], 0);
    line('all', { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') });
  }
}

process.env.PARALLAX_BUILT = '1';
const vitest = await startVitest('test', [ownFolder, ...Object.values(areas).flat()], {
  run: true,
  watch: false,
  reporters: ['dot', new AreaReporter()],
});
await vitest.close();
