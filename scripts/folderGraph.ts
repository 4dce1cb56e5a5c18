/**
 * `npm run imports:graph`: draws which folder of `src` and `packages` imports which, types included, into ARCHITECTURE.md. An
 * arrow that follows from others is left out.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const begin = '<!-- npm run imports:graph -->';
const end = '<!-- end of the graph -->';

/** The folder a file is drawn in; the use cases of the core are one. */
function folderOf(file: string): string {
  const [top = '', folder = '', sub = ''] = file.split('/');
  if (top === 'packages') return 'packages/client';
  if (folder === 'main') {
    if (sub === 'hosts' || sub === 'index.ts') return 'main/hosts';
    if (['history', 'client', 'bridge', 'core.ts', 'ports.ts'].includes(sub)) return `main/${sub}`;
    return 'main, use cases';
  }
  if (folder === 'platform' || folder === 'preload') return folder;
  if (folder === 'service' && sub.includes('.')) return 'service, entries';
  if (folder === 'renderer' && sub.includes('.')) return 'renderer/app';
  if (folder === 'shared' && sub.includes('.')) return 'shared, helpers';
  return `${folder}/${sub}`;
}

type Module = { readonly source: string; readonly dependencies: readonly { readonly resolved: string }[] };

function imports(): Map<string, Set<string>> {
  const run = spawnSync(
    process.execPath,
    [
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
      'src',
      'packages',
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1e9 },
  );
  const ours = (file: string): boolean => /^(src|packages)\//.test(file);
  const found = new Map<string, Set<string>>();
  for (const { source, dependencies } of (JSON.parse(run.stdout) as { modules: readonly Module[] }).modules) {
    if (!ours(source)) continue;
    const from = folderOf(source);
    const to = found.get(from) ?? new Set();
    found.set(from, to);
    for (const { resolved } of dependencies)
      if (ours(resolved) && folderOf(resolved) !== from) to.add(folderOf(resolved));
  }
  return found;
}

/** Whether `to` is reached from `from` by more than one arrow. */
function byOthers(graph: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const waiting = [...(graph.get(from) ?? [])].filter((each) => each !== to);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === to) return true;
    if (seen.has(next) || next === from) continue;
    seen.add(next);
    waiting.push(...(graph.get(next) ?? []));
  }
  return false;
}

const graph = imports();
const folders = [...graph.keys()].toSorted();
const nameOf = (folder: string): string => folder.replace(/\W+/g, '_');
const tops = [...new Set(folders.map((folder) => folder.split(/[/,]/)[0] ?? ''))];
const lines = tops.flatMap((top) => [
  `  subgraph ${top}_room ["${top}"]`,
  ...folders
    .filter((folder) => folder.split(/[/,]/)[0] === top)
    .map((folder) => `    ${nameOf(folder)}["${folder.replace(/^\w+(\/|, )/, '')}"]`),
  '  end',
]);
const arrows = folders.flatMap((from) =>
  [...(graph.get(from) ?? [])]
    .toSorted()
    .filter((to) => !byOthers(graph, from, to))
    .map((to) => `  ${nameOf(from)} --> ${nameOf(to)}`),
);

const file = `${root}/ARCHITECTURE.md`;
const text = readFileSync(file, 'utf8');
const picture = ['```mermaid', 'flowchart TD', ...lines, ...arrows, '```'].join('\n');
const before = text.slice(0, text.indexOf(begin) + begin.length);
writeFileSync(file, `${before}\n${picture}\n${text.slice(text.indexOf(end))}`);
console.log(`${folders.length} folders, ${arrows.length} arrows drawn.`);
