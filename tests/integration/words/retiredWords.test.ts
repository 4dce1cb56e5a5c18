import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Runtime } from '#main/hosts/cli/context.ts';
import { runProgram } from '#main/hosts/cli/program.ts';
import { keepingTerminal } from '#tests/support/cli/terminals.ts';
import { type FoundText, namesOfSource, textsOfPage, textsOfSource } from '#tests/support/words/readTexts.ts';
import { type RetiredWord, retiredNames, retiredWords } from '#tests/support/words/retiredWords.ts';

/** Texts that hold a retired word and keep it, each with its reason. */
const allowed: ReadonlyMap<string, string> = new Map([
  ['ceiling … …', 'the key of an alert, read by no person'],
  ['driver …', 'the key of a group of answers, read by no person'],
  ['our brand', 'accepted in a pasted list of brands'],
  ['circumstances', 'a part of a change in JSON, which stays'],
  ['replays', 'a table of the history'],
  ['standing', 'a member of stored alerts and of webhooks'],
  ['mean rank', 'a column name in JSON, which stays; the heading is “average position”'],
]);

/** What the service answers over HTTP: its messages are part of the interface. */
const overHttp = /^src\/(shared\/interface|service\/(http|jobs|tasks|webhooks|store|redirects))\//;
/** Words that answers are searched for. */
const wordLists = /^src\/shared\/text\/facts\/(negations|cues)\.ts$/;
const sql =
  /^(SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH|CREATE|PRAGMA|CASE|AND)\b|\b(SELECT|FROM|JOIN|WHERE|VALUES|IS NULL|r\.uid AS runId|LIKE)\b/;

const sources = globSync('src/**/*.{ts,tsx}');
const pages = ['README.md', ...globSync('docs/guide/*.md')];

/** Quoted words in lower case are values of options and settings, not prose. */
const withoutValues = (text: string): string => text.replace(/"[a-z-]+"/g, '""');

const hits = (texts: readonly FoundText[], words: readonly RetiredWord[]): readonly string[] =>
  texts.flatMap(({ file, line, text }) =>
    words
      .filter(({ pattern }) => pattern.test(withoutValues(text)) && !allowed.has(text))
      .map(({ use }) => `${file}:${line} “${text}”: use “${use}”`),
  );

describe('retired words', () => {
  it.each([...retiredWords, ...retiredNames])('are detected as written: $pattern', ({ found, pattern }) => {
    expect(found.filter((text) => !pattern.test(text))).toEqual([]);
  });

  it('are detected in JSX text, attributes, labels, templates, pages and names', () => {
    const screen = `
      const labels = { export: 'Take out' };
      const shown = <Button title="Ask again" className="voice">How far to trust this</Button>;
      const summary = \`\${left} of \${all} differ\`;
      const diary = picked;`;
    expect(hits(textsOfSource('screen.tsx', screen), retiredWords)).toHaveLength(4);
    expect(hits(namesOfSource('screen.tsx', screen), retiredNames)).toHaveLength(2);
    expect(hits(textsOfPage('page.md', 'Press **Take\nout**, or `take out`.'), retiredWords)).toHaveLength(1);
  });

  it('are in no text of the window, the core, the reports and the errors', () => {
    const texts = sources
      .filter((file) => !overHttp.test(file) && !wordLists.test(file))
      .flatMap((file) => textsOfSource(file))
      .filter(({ text }) => !sql.test(text));
    expect(texts.length).toBeGreaterThan(3000);
    expect(hits(texts, retiredWords)).toEqual([]);
  });

  it('are in no help of the command line, and every description begins with a capital', async () => {
    const help = await helpOfAll();
    expect(help.length).toBeGreaterThan(60);
    const lines = help.flatMap(({ path, text }) =>
      text.split('\n').map((line, index) => ({ file: path, line: index + 1, text: line.trim() })),
    );
    expect(hits(lines, retiredWords)).toEqual([]);
    const descriptions = help.map(({ path, text }) => `${path}: ${text.split('\n\n')[1] ?? ''}`);
    expect(descriptions.filter((text) => !/: \p{Lu}/u.test(text))).toEqual([]);
  });

  it('are on no page of the guide', () => {
    expect(pages.length).toBeGreaterThan(10);
    expect(
      hits(
        pages.flatMap((page) => textsOfPage(page)),
        retiredWords,
      ),
    ).toEqual([]);
  });

  it('are in no name of the code', () => {
    const names = sources.flatMap((file) => namesOfSource(file));
    expect(hits(names, retiredNames)).toEqual([]);
  });

  it('has no exception that is no longer needed', () => {
    const all = sources.map((file) => readFileSync(file, 'utf8')).join('\n');
    expect([...allowed.keys()].filter((text) => !all.includes(text.split(' …')[0] ?? text))).toEqual([]);
  });
});

type Help = { readonly path: string; readonly text: string };

/** The help of the program and of every command below it, as it is printed. */
async function helpOfAll(path: readonly string[] = []): Promise<readonly Help[]> {
  const text = await helpOf(path);
  const [, listed = ''] = text.split('\nCommands:\n');
  const names = [...listed.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = '']) => name);
  const below = await Promise.all(
    names.filter((name) => name !== 'help').map((name) => helpOfAll([...path, name])),
  );
  return [{ path: ['parallax', ...path].join(' '), text }, ...below.flat()];
}

async function helpOf(path: readonly string[]): Promise<string> {
  const { written, terminal } = keepingTerminal({ columns: () => 200 });
  const unused = async (): Promise<never> => {
    throw new Error('Help calls nothing.');
  };
  const runtime: Runtime = {
    version: '0',
    terminal,
    withCore: unused,
    withHistory: unused,
    serve: unused,
    withHistoryFile: unused,
    withOperator: unused,
    moveService: unused,
    web: unused,
    examination: unused,
    mcp: unused,
  };
  await runProgram([...path, '--help'], runtime);
  return written.stdout + written.stderr;
}
