import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFileLog } from '#platform/log.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

const linesOf = (file: string): readonly Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a log file', () => {
  it('has one JSON object per line, with time, level, message and fields, and no secrets', () => {
    const file = join(temporaryFolder(), 'logs', 'a.log');
    const log = openFileLog(file);
    log('warn', 'something', { count: 3, apiKey: 'sk_1', inner: { token: 'sk_2', kept: 'yes' } });
    log('debug', 'too small', {});
    const [line, ...more] = linesOf(file);
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      level: 'warn',
      message: 'something',
      count: 3,
      apiKey: '[secret]',
      inner: { token: '[secret]', kept: 'yes' },
    });
    expect(Date.parse(String(line?.time))).toBeGreaterThan(0);
  });

  it('is readable only by its owner, also if it was readable by others before', () => {
    const file = join(temporaryFolder(), 'a.log');
    writeFileSync(file, '', { mode: 0o644 });
    openFileLog(file)('info', 'one');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('cuts every line at 2 KB, however its texts are spread, and keeps it JSON without secrets', () => {
    const file = join(temporaryFolder(), 'a.log');
    const log = openFileLog(file);
    const long = 'x'.repeat(100_000);
    log('warn', 'address', { url: `/${long}` });
    log('warn', long, { one: long, two: '\u0000'.repeat(5000), three: '漢'.repeat(5000), four: 4 });
    log('warn', 'many', Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, long])));
    log('warn', 'nested', { inner: { token: 'sk_2', text: long }, list: [long] });
    const raw = readFileSync(file, 'utf8').trim().split('\n');
    expect(raw).toHaveLength(4);
    for (const line of raw) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(2048);
    const lines = linesOf(file);
    expect(lines[0]).toMatchObject({
      message: 'address',
      url: expect.stringMatching(/^\/x+… \(100001 characters\)$/),
    });
    expect(raw.join()).not.toContain('sk_2');
  });

  it('rotates when it is full and keeps one old file', () => {
    const file = join(temporaryFolder(), 'a.log');
    const log = openFileLog(file, 1000);
    for (let count = 0; count < 40; count++) log('info', 'line', { count });
    expect(statSync(file).size).toBeLessThanOrEqual(1000);
    expect(statSync(`${file}.1`).size).toBeLessThanOrEqual(1000);
    const counts = [...linesOf(`${file}.1`), ...linesOf(file)].map(({ count }) => count);
    expect(counts.at(-1)).toBe(39);
    expect(counts).toEqual([...counts].sort((one, two) => Number(one) - Number(two)));
  });

  it('never fails its program, and reports at the start if it cannot be created', () => {
    const folder = join(temporaryFolder(), 'logs');
    const log = openFileLog(join(folder, 'a.log'));
    rmSync(folder, { recursive: true });
    expect(() => log('error', 'nowhere')).not.toThrow();
    expect(existsSync(folder)).toBe(false);
    mkdirSync(join(folder, 'a.log'), { recursive: true });
    expect(() => openFileLog(join(folder, 'a.log'))).toThrow(/EISDIR/);
  });
});
