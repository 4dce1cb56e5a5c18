import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const files = new Map(
  globSync('tests/**/*.test.{ts,tsx}', { cwd: root }).map((path) => [path.split('/').at(-1) ?? '', path]),
);

export type NamedTest = { readonly file: string; readonly title: string };

/** The tests that rows of a table in a document name: `file.test.ts`: words of its title; more words; `another.test.ts`. */
export function namedTests(document: string): readonly NamedTest[] {
  return readFileSync(`${root}${document}`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && /`[\w.]+\.test\.tsx?`/.test(line))
    .flatMap((line) => {
      let file = '';
      return (line.split(' | ').at(-1) ?? '')
        .replace(/ \|$/, '')
        .split('; ')
        .map((part) => {
          const match = /^`([\w.]+\.test\.tsx?)`(?:: (.*))?$/.exec(part);
          file = match?.[1] ?? file;
          return { file, title: match === null ? part : (match[2] ?? '') };
        });
    });
}

const plain = (text: string): string => text.replaceAll(/['’]/g, '’').toLowerCase();

/** Whether the file is there and says so in a title; `support` holds titles that it takes from elsewhere. */
export function isThere({ file, title }: NamedTest, support: readonly string[] = []): boolean {
  const path = files.get(file);
  if (path === undefined) return false;
  return [path, ...support].some((source) =>
    plain(readFileSync(`${root}${source}`, 'utf8')).includes(plain(title)),
  );
}
