import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processRuntime } from '#main/hosts/cli/processRuntime.ts';
import { runProgram } from '#main/hosts/cli/program.ts';
import { processTerminal } from '#main/hosts/cli/terminal.ts';
import { visible } from '#main/hosts/common/visibleText.ts';
import { startParallax, unending } from '#tests/support/cli/parallax.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { commandEntry } from '#tests/support/programs.ts';

/** What an answer could hold to set the clipboard, hide a link, name the window, clear the screen or turn the text. */
const hostile = [
  'a',
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\',
  '\u009d0;title\u009c',
  '\u009b2J\u001b[2J\u001bc',
  '\u0008\u0008\u000c\u000b\u007f\u0085',
  'over\rwritten',
  '\u202egnp.exe\u2066',
  'z',
].join('');

/** Our own way of writing over a line. */
const own = '\r\u001b[K';
/** Control letters, but for tab and line end. */
const steers = (text: string): boolean =>
  Array.from(text.replaceAll('\r\n', '\n'), (letter) => letter.charCodeAt(0)).some(
    (code) => code <= 0x08 || (code >= 0x0b && code <= 0x1f) || (code >= 0x7f && code <= 0x9f),
  );
const turning = /[\u202a-\u202e\u2066-\u2069]/;

const entry = commandEntry.href;

/** Runs a command as the process does, and gives everything that reaches a screen. */
async function onScreen(args: readonly string[], dataFolder: string): Promise<string> {
  const stream = () => Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
  const [stdin, stdout, stderr] = [stream(), stream(), stream()];
  let shown = '';
  for (const each of [stdout, stderr]) each.setEncoding('utf8').on('data', (text: string) => (shown += text));
  stdin.end(`${hostile}\n`);
  const terminal = processTerminal(
    { stdin, stdout, stderr } as unknown as Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>,
    (error) => expect.unreachable(error.message),
  );
  const runtime = processRuntime({ program: entry, terminal, env: {}, ...unending() });
  await runProgram([...args, '--data', dataFolder], runtime);
  return shown;
}

describe('text on a terminal', () => {
  it('holds nothing that steers it, whatever it is made of', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'binary' }),
            fc.constantFrom('\u001b', '\u009b', '\r', '\n', '\t', '\u202e', '\u0000'),
          ),
        ),
        (parts) => {
          const shown = visible(parts.join(''), true);
          expect(steers(shown)).toBe(false);
          expect(shown).not.toMatch(turning);
          expect(visible(shown, true)).toBe(shown);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('is as it was where nothing steers, and the same value as JSON', () => {
    const plain = 'Foldmaster – 自転車\tمی\u200cخواهم 👍🏽\nb\r\n';
    expect(visible(plain, true)).toBe(plain);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), (one, other) => {
        const value = { [one]: `${other}${hostile}` };
        expect(JSON.parse(visible(JSON.stringify(value), true))).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the direction of text in a pipe, where it is data', () => {
    expect(visible('a\u202eb\u001b', false)).toBe('a\u202eb\\u001b');
  });
});

describe('every command', { timeout: 300_000 }, () => {
  it('prints stored answers, names, arguments and errors without letting them steer', async ({ task }) => {
    // A folder can be called so, and is named in messages.
    const dataFolder = join(temporaryFolder(), `data${hostile.replaceAll('/', '_')}`);
    mkdirSync(dataFolder);
    const given = join(dataFolder, `given${hostile.replaceAll('/', '_')}.jsonl`);
    const records = ['DE', 'FR'].map((country) =>
      JSON.stringify({
        engine: 'assistant-a',
        request: { prompt: `Which locks? ${hostile}`, country },
        receivedAt: '2026-11-01T10:00:00Z',
        response: JSON.parse(
          sampleBody(country, {
            text: `${country} ${hostile} sold`,
            markdown: `# ${hostile}\n\n- ${hostile} sold`,
          }),
        ),
      }),
    );
    writeFileSync(given, `${records.join('\n')}\n{"${hostile}\n${hostile}`);
    let attempts = 0;
    const run = async (...args: readonly string[]): Promise<string> => {
      const shown = await onScreen(args, dataFolder);
      attempts += 1;
      const said = `parallax ${JSON.stringify(args)}`;
      const rest = shown.replaceAll(own, '');
      expect(steers(rest), said).toBe(false);
      expect(rest, said).not.toMatch(turning);
      return shown;
    };

    const imported = await run('import', given, '--format', 'json');
    const [first = ''] = imported.split('\n');
    const { id, runId } = JSON.parse(first) as { id: string; runId: string };
    expect(await run('show', id)).toContain('sold');
    // What would have steered is seen, and not lost.
    expect(await run('sql', 'SELECT question FROM view_answers', '--format', 'csv')).toContain(
      '\\u001b]52;c;',
    );
    const json = (await run('show', id, '--format', 'json')).trim();
    expect((JSON.parse(json) as { text: string }).text).toContain(hostile);

    for (const args of [
      ['project', 'create', hostile],
      ['brands', 'add', hostile, '--alias', hostile],
      ['plan', 'create', hostile, '--question', hostile, '--countries', 'DE'],
      ['monitor', 'create', hostile, '--plan', hostile],
      ['connection', 'add', hostile, 'https://answers.example.org'],
    ])
      await run(...args);
    for (const format of ['table', 'csv']) {
      await run('history', '--format', format);
      await run('history', '--search', 'sold', '--format', format);
      await run('sql', 'SELECT * FROM view_answers', '--format', format);
      await run('sql', `SELECT '${hostile}' AS "${hostile}"`, '--format', format);
      await run('project', 'list', '--format', format);
      await run('data', 'size', '--format', format);
      await run('brands', 'list', '--format', format);
      await run('plan', 'list', '--format', format);
      await run('connection', 'list', '--format', format);
      await run('monitor', 'list', '--format', format);
    }
    for (const format of ['table', 'md', 'json', 'csv', 'html'])
      await run('compare', runId, '--format', format);
    for (const format of ['jsonl', 'csv']) await run('export', '--format', format);
    const other = (name: string): string => join(dataFolder, `${name}${hostile.replaceAll('/', '_')}`);
    for (const args of [
      ['history', '--search', hostile],
      ['history', '--engine', hostile],
      ['history', '--from', hostile],
      ['show', hostile],
      ['compare', hostile],
      ['compare', runId, '--baseline', hostile],
      ['ask', hostile, '--countries', hostile],
      ['ask', hostile, '--countries', 'US', '--connection', hostile],
      ['ask', hostile, '--countries', 'US', '--include', hostile],
      ['sql', hostile],
      ['import', hostile],
      ['import', given],
      ['import', given, '--country', hostile],
      ['export', hostile],
      ['export', '--out', given],
      ['export', '--out', other('out')],
      ['evidence', id, '--out', other('evidence')],
      ['verify', other('evidence')],
      ['verify', given],
      ['verify', hostile],
      ['backup', other('backup')],
      ['restore', given],
      ['restore', hostile],
      ['project', 'export', hostile, other('project')],
      ['project', 'import', given],
      ['project', 'use', hostile],
      ['--project', hostile, 'history'],
      ['brands', 'import', given],
      ['plan', 'show', hostile],
      ['monitor', 'show', hostile],
      ['alert', 'add', hostile, '--kind', 'rank'],
      ['alert', 'channel', '--webhook', hostile],
      ['alert', 'channel', '--time-zone', hostile],
      ['trend', hostile],
      ['connection', 'add', 'x', hostile],
      ['connection', 'test', hostile],
      ['service', 'keys', 'revoke', hostile],
      ['data', 'check'],
      ['data', 'move', given],
      ['doctor'],
      [hostile],
      ['history', `--${hostile}`],
      ['--help'],
    ])
      await run(...args);
    task.meta.attempts = attempts;
  });

  it('in a separate process also prints an unexpected error', async () => {
    const dataFolder = join(temporaryFolder(), `file${hostile.replaceAll('/', '_')}`);
    writeFileSync(dataFolder, 'not a folder');
    const { code, stdout, stderr } = await startParallax(['history'], { dataFolder }).finished;
    expect(code).not.toBe(0);
    expect(stderr).toContain('\\u001b]52;c;');
    expect(steers(`${stdout}${stderr}`)).toBe(false);
  });
});
