import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changesBetween, momentsOf, seenIn } from '#shared/alerts/series.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { storeAnswers } from '#tests/support/history/storedAnswers.ts';
import { temporaryFolder, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 10, 1, 9);

const citing = (...hosts: readonly string[]) => ({
  sources: hosts.map((host, index) => ({ position: index + 1, url: `https://${host}/a`, label: host })),
});

/** Three days of one question in Germany, with another market and another question beside them. */
const given = [
  { country: 'DE', atMs: start, result: citing('old.example', 'kept.example', 'moved.example') },
  { country: 'DE', atMs: start + 2 * day, result: citing('moved.example', 'kept.example', 'new.example') },
  { country: 'FR', atMs: start + day, result: citing('france.example') },
  { country: 'DE', atMs: start + day, question: 'Which door lock?', result: citing('door.example') },
  // Stored last, received in between.
  { country: 'DE', atMs: start + day, result: citing('old.example', 'kept.example') },
];

describe('the same question, engine and market through time', () => {
  it('is in the order of its times, whenever it was stored, and contains nothing else', async () => {
    const history = await temporaryHistory();
    const [first = '', third = '', , , second = ''] = await storeAnswers(history, given);
    const series = await history.call('observations.series', { id: second, monitorId: null });
    expect(series).toMatchObject({ question: 'Which lock?', marketKey: 'DE', total: 3, monitors: [] });
    expect(series.answers.map(({ id }) => id)).toEqual([first, second, third]);
    expect(series.answers[0]?.domains).toEqual(['old.example', 'kept.example', 'moved.example']);
    const part = await history.call('observations.series', {
      id: second,
      monitorId: null,
      fromMs: start + 1,
      beforeMs: start + 2 * day,
    });
    expect(part.answers.map(({ id }) => id)).toEqual([second]);
    await expect(history.call('observations.series', { id: 'none', monitorId: null })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('shows when each source was first and last seen, and what was new, lost and moved', async () => {
    const history = await temporaryHistory();
    const [first = '', third = ''] = await storeAnswers(history, given);
    const { answers } = await history.call('observations.series', { id: first, monitorId: null });
    const seen = seenIn(answers, ({ domains }) => domains);
    expect(
      seen.map((each) => [
        each.name,
        each.answers,
        each.first.id === first,
        each.last.id === third,
        each.still,
      ]),
    ).toEqual([
      ['kept.example', 3, true, true, true],
      ['old.example', 2, true, false, false],
      ['moved.example', 2, true, true, true],
      ['new.example', 1, false, true, true],
    ]);
    const [from, , to] = momentsOf(answers);
    expect(changesBetween(from?.shown.domains ?? [], to?.shown.domains ?? [])).toEqual({
      came: ['new.example'],
      went: ['old.example'],
      moved: [{ name: 'moved.example', from: 3, to: 1 }],
    });
  });

  it('is printed by the command line, with the changes between runs', async () => {
    const dataFolder = temporaryFolder();
    const history = await temporaryHistory({ file: join(dataFolder, 'history.db') });
    const [first = ''] = await storeAnswers(history, given);
    await history.close();
    const { code, stdout } = await runParallax(['history', '--series', first, '--format', 'json'], {
      dataFolder,
    });
    expect(code).toBe(0);
    const lines = jsonLines(stdout);
    expect(lines.map((line) => line.receivedAt)).toEqual(
      [0, 1, 2].map((days) => new Date(start + days * day).toISOString()),
    );
    expect(lines[0]?.domainChanges).toBeNull();
    expect(lines[2]?.domainChanges).toMatchObject({
      came: ['moved.example', 'new.example'],
      went: ['old.example'],
    });
    const ranged = await runParallax(
      ['history', '--series', first, '--from', '2026-11-02', '--to', '2026-11-02', '--format', 'json'],
      { dataFolder },
    );
    expect(jsonLines(ranged.stdout)).toHaveLength(1);
    expect(
      (await runParallax(['history', '--series', first, '--monitor', 'none'], { dataFolder })).code,
    ).toBe(2);
    expect((await runParallax(['history', '--series', 'nosuchid0000'], { dataFolder })).code).toBeGreaterThan(
      0,
    );
  });
});
