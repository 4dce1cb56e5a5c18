/** The house rules of who may import whom; ARCHITECTURE.md says them in words. */
const only = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Folders of the service from the lowest up; its loose files put them together, and nothing imports those. */
const serviceFloors = ['store', 'accounts', 'drivers', 'engines', 'parts', 'tasks', 'http', 'operator'];

/** The rooms of shared, each of which imports those before it: types, then what is read, computed, tabled and told. */
const rooms = [
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
  'bridge',
];
const upwards = rooms
  .slice(0, -1)
  .map((room, at) =>
    only(
      `shared-${room}-imports-downwards`,
      `A room of shared imports only rooms before it: ${rooms.join(', ')}.`,
      { path: `^src/shared/${room}/` },
      { path: `^src/shared/(${rooms.slice(at + 1).join('|')})/` },
    ),
  );

/** Folders of the window from the lowest up. */
const windowFloors = ['host', 'ui', 'window', 'bridge', 'exports', 'reading', 'features', 'app'];

module.exports = {
  forbidden: [
    only('no-circular', 'A cycle hides which module owns what.', {}, { circular: true }),
    only(
      'shared-is-pure',
      'Every process imports shared: it knows nothing of ours and of no runtime.',
      { path: '^src/shared' },
      { path: '^src/(?!shared)' },
    ),
    only(
      'shared-no-runtime',
      'shared runs in the window too.',
      { path: '^src/shared' },
      { dependencyTypes: ['core'] },
    ),
    ...upwards,
    only(
      'client-library-is-apart',
      'It is installed by others: it imports nothing of ours, no package and no runtime.',
      { path: '^packages/client/src' },
      { pathNot: '^packages/client/src' },
    ),
    only(
      'client-library-serves-main',
      'Only the core calls a service.',
      { path: '^src/(?!main/)' },
      { path: '^packages/' },
    ),
    only(
      'platform-knows-shared-only',
      'The Node base layer serves service and main alike and knows neither.',
      { path: '^src/platform' },
      { path: '^src/(?!platform|shared)' },
    ),
    only(
      'service-knows-shared-and-platform-only',
      'The service is a server that knows nothing of the desktop.',
      { path: '^src/service' },
      { path: '^src/(?!service|platform|shared)' },
    ),
    ...serviceFloors.map((floor, index) =>
      only(
        `service-${floor}-imports-downward`,
        'Folders of the service build on those listed before them, types included.',
        { path: `^src/service/${floor}/` },
        { path: '^src/service/', pathNot: `^src/service/(${serviceFloors.slice(0, index + 1).join('|')})/` },
      ),
    ),
    only(
      'main-knows-shared-and-platform-only',
      'The core meets the service over HTTP and its worker port only.',
      { path: '^src/main' },
      { path: '^src/(?!main|platform|shared)' },
    ),
    only(
      'core-is-host-free',
      'The core and all it wires never reach into a host; hosts import inward.',
      { path: '^src/main/', pathNot: '^src/main/(hosts/|index\\.ts)' },
      { path: '^src/main/hosts/' },
    ),
    only(
      'electron-host-is-apart',
      'The desktop host shares the core with the browser host and the command line, and nothing else.',
      { path: '^src/main/hosts/electron/' },
      { path: '^src/main/hosts/(cli|node)/' },
    ),
    only(
      'node-hosts-without-electron',
      'The browser host, the command line and what hosts share run without Electron.',
      { path: '^src/main/hosts/(node|cli|common)/' },
      { path: '^src/main/hosts/electron/' },
    ),
    only(
      'common-serves-hosts',
      'What hosts share knows none of them.',
      { path: '^src/main/hosts/common/' },
      { path: '^src/main/hosts/(electron|node|cli)/' },
    ),
    only(
      'node-host-without-cli',
      'The command line starts the browser host, never the other way round.',
      { path: '^src/main/hosts/node/' },
      { path: '^src/main/hosts/cli/' },
    ),
    only(
      'electron-only-in-its-host',
      'Only the desktop host and the preload import electron.',
      { path: '^src', pathNot: '^src/(main/hosts/electron|preload)/' },
      { path: '^(electron|node_modules/electron)(/|$)' },
    ),
    only(
      'preload-types-only',
      'The preload is one small script without dependencies.',
      { path: '^src/preload' },
      { path: '^src/(?!preload)', dependencyTypesNot: ['type-only'] },
    ),
    only(
      'renderer-knows-shared-only',
      'The window meets the core over the bridge only.',
      { path: '^src/renderer' },
      { path: '^src/(?!renderer|shared)' },
    ),
    only(
      'renderer-bridge-types-only',
      'Bridge schemas are types in the window: zod stays out of the bundle.',
      { path: '^src/renderer' },
      {
        path: '^src/shared/(bridge/(routes/|routeTable|route\\.ts)|model/(?!appError|retentionDefaults|defaultSettings|market|allProjects|comparison/(?!request)|trendLines|gapLists|recomputation|alertKinds|variables|wordingTexts|sourceTypes|translators))',
        dependencyTypesNot: ['type-only'],
      },
    ),
    only(
      'features-are-apart',
      'A feature never imports another feature; what two need moves to a folder below.',
      { path: '^src/renderer/features/([^/]+)/' },
      { path: '^src/renderer/features/([^/]+)/', pathNot: '^src/renderer/features/$1/' },
    ),
    ...windowFloors.map((floor, index) =>
      only(
        `window-${floor}-imports-downward`,
        'Folders of the window build on those listed before them, types included.',
        { path: `^src/renderer/${floor}/` },
        { path: '^src/renderer/', pathNot: `^src/renderer/(${windowFloors.slice(0, index + 1).join('|')})/` },
      ),
    ),
    only(
      'sqlite-only-in-its-workers',
      'better-sqlite3 blocks: only the history worker and the service store open it.',
      { path: '^src', pathNot: '^src/(main/history|service/store|platform/sqlite)/' },
      { path: 'better-sqlite3', dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.json'],
    },
  },
};
