import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Floors of a folder with an import from each to the one above it. */
const upward = (
  folder: string,
  ruleOf: (floor: string) => string,
  floors: readonly string[],
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    floors
      .slice(0, -1)
      .map((floor, at) => [
        ruleOf(floor),
        [`${folder}/${floor}/up.ts > ${folder}/${floors[at + 1]}/above.ts`],
      ]),
  );

/** For every rule imports that it must refuse, as "importing file > what it imports". */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  'no-circular': ['src/shared/planning/one.ts > src/shared/planning/two.ts'],
  'shared-is-pure': [
    'src/shared/geo/a.ts > src/main/a.ts',
    'src/shared/geo/b.ts > src/service/a.ts',
    'src/shared/geo/c.ts > src/platform/a.ts',
    'src/shared/geo/d.ts > src/renderer/ui/a.ts',
  ],
  'shared-no-runtime': ['src/shared/geo/e.ts > node:fs', 'src/shared/geo/f.ts > fs'],
  ...upward('src/shared', (room) => `shared-${room}-imports-downwards`, [
    ...[
      'geo',
      'interface',
      'model',
      'text',
      'translation',
      'search',
      'planning',
      'figures',
      'alerts',
      'tables',
      'documents',
    ],
    'bridge',
  ]),
  ...upward('src/service', (floor) => `service-${floor}-imports-downward`, [
    ...['store', 'accounts', 'drivers', 'engines', 'parts', 'tasks', 'http', 'operator'],
  ]),
  'service-operator-imports-downward': ['src/service/operator/a.ts > src/service/start.ts'],
  'client-library-is-apart': [
    'packages/client/src/a.ts > src/shared/geo/z.ts',
    'packages/client/src/b.ts > src/main/a.ts',
    'packages/client/src/c.ts > node:crypto',
    'packages/client/src/d.ts > better-sqlite3',
  ],
  'client-library-serves-main': [
    'src/service/g.ts > packages/client/src/z.ts',
    'src/shared/geo/g.ts > packages/client/src/z.ts',
    'src/renderer/app/j.ts > packages/client/src/z.ts',
  ],
  'platform-knows-shared-only': [
    'src/platform/b.ts > src/service/a.ts',
    'src/platform/c.ts > src/main/a.ts',
    'src/platform/d.ts > src/renderer/ui/a.ts',
  ],
  'service-knows-shared-and-platform-only': [
    'src/service/b.ts > src/main/a.ts',
    'src/service/c.ts > src/renderer/ui/a.ts',
  ],
  'main-knows-shared-and-platform-only': [
    'src/main/runs/b.ts > src/service/a.ts',
    'src/main/hosts/cli/b.ts > src/service/a.ts',
    'src/main/runs/c.ts > src/renderer/ui/a.ts',
  ],
  'core-is-host-free': [
    'src/main/core.ts > src/main/hosts/common/a.ts',
    'src/main/runs/d.ts > src/main/hosts/electron/a.ts',
    'src/main/history/d.ts > src/main/hosts/cli/a.ts',
  ],
  'electron-host-is-apart': [
    'src/main/hosts/electron/b.ts > src/main/hosts/node/a.ts',
    'src/main/hosts/electron/c.ts > src/main/hosts/cli/a.ts',
  ],
  'node-hosts-without-electron': [
    'src/main/hosts/node/b.ts > src/main/hosts/electron/a.ts',
    'src/main/hosts/cli/c.ts > src/main/hosts/electron/a.ts',
    'src/main/hosts/common/b.ts > src/main/hosts/electron/a.ts',
  ],
  'common-serves-hosts': [
    'src/main/hosts/common/c.ts > src/main/hosts/node/a.ts',
    'src/main/hosts/common/d.ts > src/main/hosts/cli/a.ts',
  ],
  'node-host-without-cli': ['src/main/hosts/node/c.ts > src/main/hosts/cli/a.ts'],
  'electron-only-in-its-host': [
    'src/main/runs/e.ts > electron',
    'src/main/hosts/node/d.ts > electron',
    'src/main/hosts/common/e.ts > electron/main',
    'src/renderer/app/a.ts > electron',
    'src/platform/e.ts > electron',
  ],
  'preload-types-only': ['src/preload/a.ts > src/shared/geo/z.ts', 'src/preload/b.ts > src/main/a.ts'],
  'renderer-knows-shared-only': [
    'src/renderer/app/b.ts > src/main/a.ts',
    'src/renderer/app/c.ts > src/platform/a.ts',
    'src/renderer/app/d.ts > src/service/a.ts',
    'src/renderer/app/e.ts > src/preload/z.ts',
  ],
  'renderer-bridge-types-only': [
    'src/renderer/app/f.ts > src/shared/bridge/routes/a.ts',
    'src/renderer/app/g.ts > src/shared/bridge/routeTable.ts',
    'src/renderer/app/h.ts > src/shared/bridge/route.ts',
    'src/renderer/app/i.ts > src/shared/model/run.ts',
  ],
  'features-are-apart': ['src/renderer/features/one/a.ts > src/renderer/features/two/a.ts'],
  'window-host-imports-downward': ['src/renderer/host/b.ts > src/renderer/app/z.ts'],
  'window-ui-imports-downward': [
    'src/renderer/ui/b.ts > src/renderer/features/one/z.ts',
    'src/renderer/ui/c.ts > src/renderer/bridge/a.ts',
    'src/renderer/ui/d.ts > src/renderer/app/z.ts',
  ],
  'window-window-imports-downward': ['src/renderer/window/a.ts > src/renderer/bridge/a.ts'],
  'window-bridge-imports-downward': ['src/renderer/bridge/b.ts > src/renderer/app/z.ts'],
  'window-exports-imports-downward': ['src/renderer/exports/a.ts > src/renderer/reading/a.ts'],
  'window-reading-imports-downward': ['src/renderer/reading/b.ts > src/renderer/features/one/z.ts'],
  'window-features-imports-downward': ['src/renderer/features/one/d.ts > src/renderer/app/z.ts'],
  'window-app-imports-downward': ['src/renderer/app/k.ts > src/renderer/early.ts'],
  'sqlite-only-in-its-workers': [
    'src/main/runs/f.ts > better-sqlite3',
    'src/service/d.ts > better-sqlite3',
    'src/platform/f.ts > better-sqlite3',
  ],
};

/** What each room may import: no rule may refuse it. */
const allowed: readonly string[] = [
  'src/platform/g.ts > src/shared/geo/z.ts',
  'src/platform/sqlite/a.ts > better-sqlite3',
  'src/service/e.ts > src/platform/a.ts',
  'src/service/f.ts > src/shared/geo/z.ts',
  'src/main/runs/g.ts > src/platform/a.ts',
  'src/main/hosts/cli/d.ts > src/main/hosts/node/a.ts',
  'src/main/hosts/electron/d.ts > src/main/hosts/common/a.ts',
  'src/main/hosts/electron/e.ts > electron',
  'src/main/history/e.ts > better-sqlite3',
  'src/renderer/features/one/b.ts > src/renderer/ui/a.ts',
  'src/renderer/features/one/e.ts > src/renderer/reading/z.ts',
  'src/renderer/features/one/c.ts > src/renderer/features/one/z.ts',
  'src/shared/bridge/routes/b.ts > src/shared/model/run.ts',
  'src/main/runs/h.ts > packages/client/src/z.ts',
  'packages/client/src/e.ts > packages/client/src/z.ts',
];

const root = mkdtempSync(join(tmpdir(), 'parallax-imports-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: 'a' });
}

const aliasOf = (target: string): string =>
  target
    .replace(/^src\/(platform|shared|service|main|renderer)\//, '#$1/')
    .replace(/^packages\/client\/src\//, '#client/');

/** The same import once by its path and once by its alias, where there is one. */
function writeImport(pair: string): void {
  const [from = '', to = ''] = pair.split(' > ');
  if (!/^(src|packages)\//.test(to)) {
    write(from, `import '${to}';\n`);
    return;
  }
  const path = relative(dirname(from), to);
  write(from, `import '${path.startsWith('.') ? path : `./${path}`}';\n`);
  if (aliasOf(to) !== to) write(from.replace('.ts', '.alias.ts'), `import '${aliasOf(to)}';\n`);
  write(to, 'export {};\n');
}

const require = createRequire(import.meta.url);
const config = require('../../../.dependency-cruiser.cjs') as {
  readonly forbidden: IForbiddenRuleType[];
  readonly options: Readonly<Record<string, unknown>>;
};

/** Every import that some rule refuses, with the rules. */
let refusals: ReadonlyMap<string, ReadonlySet<string>>;
beforeAll(async () => {
  const { imports } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
  write('package.json', JSON.stringify({ name: 'tree', type: 'module', imports }));
  for (const name of ['electron', 'better-sqlite3']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    write(`node_modules/${name}/index.js`, '');
    write(`node_modules/${name}/main.js`, '');
  }
  for (const pair of [...Object.values(forbidden).flat(), ...allowed]) writeImport(pair);
  write('src/shared/planning/two.ts', `import './one.ts';\n`);
  const { output } = await cruise(['src', 'packages'], {
    ...config.options,
    baseDir: root,
    ruleSet: { forbidden: config.forbidden },
    validate: true,
  });
  const found = new Map<string, Set<string>>();
  for (const { from, to, rule } of (output as ICruiseResult).summary.violations) {
    const pair = `${from} > ${to}`;
    found.set(pair, (found.get(pair) ?? new Set()).add(rule.name));
  }
  refusals = found;
});

const rulesOn = (from: string): readonly string[] =>
  [...refusals].flatMap(([pair, rules]) => (pair.startsWith(`${from} > `) ? [...rules] : []));

describe('the import rules', () => {
  it('have a forbidden import each', () => {
    expect(Object.keys(forbidden).sort()).toEqual(config.forbidden.map(({ name }) => name ?? '').sort());
  });

  it.each(Object.entries(forbidden).flatMap(([rule, pairs]) => pairs.map((pair) => [rule, pair] as const)))(
    '%s refuses %s',
    (rule, pair) => {
      const [from = '', to = ''] = pair.split(' > ');
      expect(rulesOn(from)).toContain(rule);
      if (aliasOf(to) !== to && rule !== 'no-circular')
        expect(rulesOn(from.replace('.ts', '.alias.ts'))).toContain(rule);
    },
  );

  it.each(allowed)('let %s be', (pair) => {
    const [from = ''] = pair.split(' > ');
    expect([...rulesOn(from), ...rulesOn(from.replace('.ts', '.alias.ts'))]).toEqual([]);
  });
});
