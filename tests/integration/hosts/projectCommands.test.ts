import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { jsonLines, runParallax, startParallax } from '#tests/support/cli/parallax.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

const inFolder =
  (dataFolder: string) =>
  (...args: string[]) =>
    runParallax(args, { dataFolder });

describe('parallax project', () => {
  it('separates clients and exports one, in a file that is read-only', async () => {
    const parallax = inFolder(temporaryFolder());
    expect((await parallax('project', 'create', 'Acme')).code).toBe(0);
    expect((await parallax('ask', 'Which pump?', '--countries', 'DE')).code).toBe(0);
    expect((await parallax('--project', 'acme', 'ask', 'Which lock?', '--countries', 'FR')).code).toBe(0);
    const questions = async (...args: string[]) => {
      const { stdout } = await parallax('export', '--format', 'jsonl', ...args);
      return jsonLines(stdout).map(({ question }) => question);
    };
    expect(await questions()).toEqual(['Which pump?']);
    expect(await questions('--project', 'ACME')).toEqual(['Which lock?']);
    expect(await questions('--project', 'all')).toEqual(['Which pump?', 'Which lock?']);
    expect((await parallax('export', '--project', 'Nobody')).code).toBe(2);

    const folder = temporaryFolder();
    const proof = join(folder, 'acme.evidence.jsonl');
    expect((await parallax('evidence', '--out', proof)).code).toBe(2);
    const written = await parallax('evidence', '--out', proof, '--project', 'Acme', '--format', 'json');
    expect(jsonLines(written.stdout)).toMatchObject([{ observations: 1 }]);

    const file = join(folder, 'acme.parallax');
    expect((await parallax('project', 'export', 'Acme', file)).stdout).toContain('1 run, 1 answer');
    const bytes = readFileSync(file);
    const reading = inFolder(file);
    expect((await reading('history')).stdout).toContain('Which lock?');
    const counted = await reading('sql', 'SELECT count(*) AS n FROM view_answers', '--format', 'json');
    expect(jsonLines(counted.stdout)).toEqual([{ n: 1 }]);
    expect((await reading('data', 'size')).stdout).toContain(`${file}: `);
    for (const change of [
      ['ask', 'Which?', '--countries', 'DE'],
      ['project', 'import', file],
      ['restore', file],
      ['data', 'compact'],
      ['data', 'move', join(folder, 'new')],
      ['serve', '--port', '0'],
    ]) {
      const { code, stderr } = await reading(...change);
      expect({ change, code, stderr }).toEqual({
        change,
        code: 1,
        stderr: expect.stringContaining('is open read-only'),
      });
    }
    expect(readFileSync(file).equals(bytes)).toBe(true);

    // Into a folder that is not there yet.
    const other = inFolder(join(folder, 'other'));
    expect((await other('project', 'import', file)).stdout).toContain('1 run and 1 answer added');
    expect((await other('history')).stderr).toContain('"parallax history --project all"');
    expect((await other('--project', 'acme', 'history')).stdout).toContain('Which lock?');
  });

  it('opens its file in the browser host, which deletes the copies of dead readers', async () => {
    const dataFolder = temporaryFolder();
    const parallax = inFolder(dataFolder);
    const file = join(temporaryFolder(), 'first.parallax');
    await parallax('project', 'list');
    await parallax('project', 'export', 'First project', file);
    const left = mkdtempSync(join(tmpdir(), 'parallax-reading-'));
    writeFileSync(join(left, 'history.db'), '');
    new Database(join(left, 'reader.lock')).exec('PRAGMA user_version').close();

    const running = startParallax(['web', '--open', file, '--no-open'], { dataFolder });
    expect(await running.line()).toMatch(/^http:/);
    expect(existsSync(left)).toBe(false);
    running.child.kill('SIGTERM');
    expect((await running.finished).code).toBe(0);
    const missing = await parallax('web', '--no-open', '--open', join(dataFolder, 'none.parallax'));
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('No file') });
    // Where a folder would be meant, none of that name is made.
    const notThere = join(dataFolder, 'missing.parallax');
    for (const command of [['history'], ['sql', 'SELECT 1'], ['project', 'import', file]]) {
      const { code, stderr } = await inFolder(notThere)(...command);
      expect({ command, code, stderr }).toEqual({
        command,
        code: 1,
        stderr: expect.stringContaining(`no file ${notThere}`),
      });
    }
    expect(existsSync(notThere)).toBe(false);
  });
});
