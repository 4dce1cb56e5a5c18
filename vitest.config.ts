import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { postgresMissing } from './tests/support/postgres/postgresServer.ts';
import { roomToLoad } from './tests/support/programs.ts';
import { SlowFirst } from './tests/support/slowFirst.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// A stray import of the real package would try to download a browser; with this set it only returns a path.
process.env.ELECTRON_OVERRIDE_DIST_PATH ??= '/nonexistent';
// Programs and threads start from their sources, hundreds of times: Node strips and compiles each file once.
process.env.NODE_COMPILE_CACHE ??= fromRoot('./node_modules/.cache/compiled');

// `npm ci` and `npm test` generate it; a checkout that was updated since may not have it yet.
if (!existsSync(fromRoot('./packages/client/src/interface.ts')))
  spawnSync(process.execPath, [fromRoot('./scripts/prepareTypes.ts')], { stdio: 'inherit' });

const alias = [{ find: /^electron$/, replacement: fromRoot('./tests/support/electron/unitElectron.ts') }];

/**
 * In milliseconds, and no guarantee of any test: what hangs is found either way, and a machine with ten times as much
 * to do as this one is no reason to fail. `poll` is how long a value is looked at until it is as expected.
 */
type Budget = { readonly test: number; readonly hook: number; readonly poll: number };

const unit: Budget = { test: 60_000, hook: 60_000, poll: 15_000 };
const programs: Budget = { test: 180_000, hook: 180_000, poll: 30_000 };
const pages: Budget = { test: 360_000, hook: 240_000, poll: 60_000 };

const builtCopy = 'tests/support/builtCopy.ts';
const postgres = 'tests/support/postgres/sharedPostgres.ts';
const sharedServices = 'tests/support/service/sharedServices.ts';

/** Left out where PostgreSQL is missing, except where everything has to be there. */
const nodesWanted = postgresMissing() === null || process.env.CI !== undefined;

/** What nodes have to agree on; the whole suite of one service with PARALLAX_LONG=1. */
const agreedOn =
  process.env.PARALLAX_LONG === '1' ? '*' : '{authentication,idempotency,queue,rateLimit,retention}';

/** Files at once on two cores. Each waits for sockets, disks and pages: with four, a tenth of the time was idle. */
const atOnce = 5;

/** These change the process they run in. All others share processes: starting one costs as much as many a test. */
const withOwnProcess = ['tests/integration/main/client/proxies.test.ts'];

const project = (
  name: string,
  { test, hook, poll }: Budget,
  order: number,
  globalSetup: string[] = [],
  {
    include = [`tests/${name}/**/*.test.{ts,tsx}`],
    exclude = withOwnProcess,
    env = {},
    setupFiles = [],
    isolate = false,
  }: {
    readonly include?: readonly string[];
    readonly exclude?: readonly string[];
    readonly env?: Record<string, string>;
    readonly setupFiles?: readonly string[];
    readonly isolate?: boolean;
  } = {},
) => ({
  resolve: { alias },
  test: {
    name,
    env,
    include: [...include],
    exclude: [...exclude],
    globalSetup,
    setupFiles: [...setupFiles],
    environment: 'node' as const,
    pool: 'forks' as const,
    execArgv: [roomToLoad],
    // Tests undo what they change, and start threads and programs of their own.
    isolate,
    maxWorkers: atOnce,
    sequence: { groupOrder: order },
    testTimeout: test,
    hookTimeout: hook,
    expect: { poll: { timeout: poll } },
    teardownTimeout: 10_000,
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
  },
});

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      project('unit', unit, 0),
      project('integration', programs, 0, [builtCopy, postgres]),
      project('own process', programs, 0, [builtCopy], {
        include: withOwnProcess,
        exclude: [],
        isolate: true,
      }),
      project('attacks', programs, 0, [builtCopy]),
      project('conformance', programs, 0, [builtCopy, sharedServices]),
      // The same suite, each service of it two nodes on a PostgreSQL database with a balancer in front.
      ...(nodesWanted
        ? [
            project('nodes', programs, 0, [builtCopy, postgres, sharedServices], {
              include: [`tests/conformance/${agreedOn}.test.ts`],
              env: { PARALLAX_NODES: '2', PARALLAX_SERVICE: 'worker' },
            }),
          ]
        : []),
      // After the others, of which some measure time: a browser, a program and a service each.
      project('e2e', pages, 1, [builtCopy, 'tests/e2e/harness/sharedChromium.ts'], {
        setupFiles: ['tests/e2e/harness/tellFailures.ts'],
      }),
    ],
  },
});
