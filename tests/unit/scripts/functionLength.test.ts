import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const maxLines = 100;
/** A listed function may shrink a little before its reason has to go. */
const shortAgain = 80;

type Measured = { readonly id: string; readonly lines: number };

function nameOf(node: ts.SignatureDeclaration): string | null {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  return named && ts.isIdentifier(named) ? named.text : null;
}

/** Every function of a file that has a name; what stands in a nameless one counts to the function around it. */
function functionsOf(path: string): readonly Measured[] {
  const text = readFileSync(new URL(`src/${path}`, root), 'utf8');
  if (text.split('\n').length <= shortAgain) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Measured[] = [];
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const name = nameOf(node);
      const lines = lineOf(node.end) - lineOf(node.getStart()) + 1;
      if (name !== null) found.push({ id: `${path} ${name}`, lines });
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

it('has no function over 100 lines without a reason in longFunctions.md', () => {
  const paths = readdirSync(fileURLToPath(new URL('src', root)), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path));
  const functions = paths.flatMap(functionsOf);
  expect(functions.length).toBeGreaterThan(1_000);
  const list = readFileSync(new URL('longFunctions.md', import.meta.url), 'utf8');
  const listed = [...list.matchAll(/^\| `(\S+)` \| `(\S+)` \| .+ \|$/gm)].map(
    ([, path, name]) => `${path} ${name}`,
  );
  const long = functions.filter(({ lines }) => lines > maxLines).map(({ id }) => id);
  expect(long.filter((id) => !listed.includes(id))).toEqual([]);
  const stillLong = functions.filter(({ lines }) => lines > shortAgain).map(({ id }) => id);
  expect(listed.filter((id) => !stillLong.includes(id))).toEqual([]);
}, 60_000);
