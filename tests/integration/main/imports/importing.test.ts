import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImportInput } from '#shared/model/import.ts';
import { jsonLines, runParallax, startParallax } from '#tests/support/cli/parallax.ts';
import { startCore } from '#tests/support/core/testCore.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { allAnswers } from '#tests/support/history/storedAnswers.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, 'fetched', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return join(folder, 'fetched');
}

const record = (country: string, at: string, text = '') =>
  JSON.stringify({
    engine: 'assistant-a',
    request: { prompt: 'Which lock?', country },
    receivedAt: at,
    response: JSON.parse(sampleBody(country, text === '' ? {} : { text })),
  });

const textsOf = (texts: readonly string[]): ImportInput['texts'] =>
  texts.map((text, index) => ({ file: 'rows.jsonl', place: `line ${index + 1}`, text, modifiedAtMs: 0 }));

describe('parallax import', () => {
  it('reads lines in other encodings than UTF-8', async () => {
    const dataFolder = temporaryFolder();
    const text = 'Das größte Schloss für Räder, sagen die Prüfer.';
    const line = (country: string) => `${record(country, '2026-11-01T00:00:00Z', text)}\r\n`;
    const folder = folderWith({
      'wide.jsonl': Buffer.from(`\uFEFF${line('DE')}${line('AT')}`, 'utf16le'),
      'western.jsonl': Buffer.from(line('CH'), 'latin1'),
    });
    expect((await runParallax(['import', folder], { dataFolder })).stderr).toContain('3 imported');
    const history = jsonLines((await runParallax(['history', '--format', 'json'], { dataFolder })).stdout);
    const shown = await Promise.all(
      history.map(({ id }) => runParallax(['show', String(id), '--format', 'json'], { dataFolder })),
    );
    const answers = shown.flatMap(({ stdout }) => jsonLines(stdout));
    expect(answers.map(({ country }) => country).sort()).toEqual(['AT', 'CH', 'DE']);
    for (const answer of answers) expect(JSON.stringify(answer)).toContain(text);
  });

  it('imports a folder once, marks the imported results, and opens them in the comparison', async () => {
    const dataFolder = temporaryFolder();
    const folder = folderWith({
      'assistant-a/US.json': sampleBody('US'),
      'assistant-a/DE.json': sampleBody('DE'),
      'rows.jsonl': `${record('JP', '2026-11-01T00:00:00Z')}\n${record('FR', '2026-11-02T00:00:00Z')}\n`,
      'notes.txt': 'left alone',
      'broken.json': '{"nope',
      'error.json': '{"success":false,"error":"Validation failed","details":[]}',
    });
    const first = await runParallax(['import', folder, '--format', 'json'], { dataFolder });
    expect(first.code).toBe(1);
    const outcomes = jsonLines(first.stdout);
    expect(outcomes.filter((outcome) => outcome.state === 'added')).toHaveLength(4);
    expect(outcomes.filter((outcome) => outcome.state === 'refused').map((outcome) => outcome.file)).toEqual([
      join('fetched', 'broken.json'),
      join('fetched', 'error.json'),
    ]);
    expect(first.stderr).toContain('4 imported, 0 already imported, 2 not imported, from 5 files.');

    const again = await runParallax(['import', folder], { dataFolder });
    expect(again.stderr).toContain('0 imported, 4 already imported, 2 not imported');
    expect(again.stderr).toContain('broken.json: The file is not JSON');

    const listed = await runParallax(['history'], { dataFolder });
    expect(listed.stdout.match(/assistant-a \(imported\)/g)).toHaveLength(2);
    expect(listed.stdout).toContain('2026-11-01 00:00');
    const runId = String(outcomes.find((outcome) => outcome.country === 'JP')?.runId);
    const shown = await runParallax(['show', runId], { dataFolder });
    expect(shown.stdout).toContain('# Which lock?');
    expect(shown.stdout).toContain('(JP), imported');
    const lines = await runParallax(['show', runId, '--format', 'json'], { dataFolder });
    expect(jsonLines(lines.stdout)).toMatchObject([
      { country: 'JP', imported: true, status: 'completed' },
      { country: 'FR', imported: true },
    ]);
    const compared = await runParallax(['compare', runId, '--tab', 'sources', '--format', 'json'], {
      dataFolder,
    });
    expect(compared.code).toBe(0);
    expect(compared.stdout).toContain('locks-jp.example');
  });

  it('adds data that the results do not state, and refuses invalid values before it reads anything', async () => {
    const dataFolder = temporaryFolder();
    const folder = folderWith({ 'a.json': sampleBody('AT', { provenance: undefined }) });
    const unsaid = await runParallax(['import', folder], { dataFolder });
    expect(unsaid).toMatchObject({ code: 1 });
    expect(unsaid.stderr).toContain('The engine is missing');
    const said = [
      '--engine',
      'assistant-d',
      '--country',
      'Austria',
      '--question',
      'Which lock?',
      '--format',
      'json',
    ];
    const taken = await runParallax(['import', join(folder, 'a.json'), ...said], { dataFolder });
    expect(taken.code).toBe(0);
    expect(jsonLines(taken.stdout)).toMatchObject([{ state: 'added', engine: 'assistant-d', country: 'AT' }]);
    for (const wrong of [
      ['import', join(folder, 'none.json')],
      ['import', folder, '--engine', 'assistant-z'],
      ['import', folder, '--country', 'Atlantis'],
      ['import', temporaryFolder()],
    ]) {
      expect((await runParallax(wrong, { dataFolder })).code).toBe(2);
    }
  });

  it('recognizes its own results, by their request id and by their stored id', async () => {
    const dataFolder = temporaryFolder();
    await runParallax(['ask', 'Which lock?', '--countries', 'DE', '--format', 'json'], { dataFolder });
    const listed = await runParallax(['history', '--format', 'json'], { dataFolder });
    const [line] = jsonLines(listed.stdout);
    const folder = folderWith({ 'lines.jsonl': listed.stdout });
    const taken = await runParallax(['import', folder, '--format', 'json'], { dataFolder });
    expect(jsonLines(taken.stdout)).toMatchObject([{ state: 'known', id: line?.id }]);
    const elsewhere = await runParallax(['import', folder, '--format', 'json'], {
      dataFolder: temporaryFolder(),
    });
    expect(jsonLines(elsewhere.stdout)).toMatchObject([{ state: 'added', country: 'DE' }]);
  });

  it('survives kill -9: complete results only, and the same command continues the same run', async () => {
    const dataFolder = temporaryFolder();
    const rows = Array.from({ length: 600 }, (_, n) =>
      record('DE', '2026-11-01T00:00:00Z', `Answer number ${n} of many.`),
    );
    const folder = folderWith({ 'rows.jsonl': rows.join('\n') });
    const killed = startParallax(['import', folder, '--format', 'json'], { dataFolder });
    await killed.line();
    killed.child.kill('SIGKILL');
    await once(killed.child, 'close');
    const again = await runParallax(['import', folder, '--format', 'json'], { dataFolder });
    const outcomes = jsonLines(again.stdout);
    const known = outcomes.filter((outcome) => outcome.state === 'known').length;
    expect(known).toBeGreaterThan(0);
    expect(known).toBeLessThan(600);
    expect(new Set(outcomes.map((outcome) => outcome.runId)).size).toBe(1);
    expect(new Set(outcomes.map((outcome) => outcome.id)).size).toBe(600);
    const integrity = spawn(process.execPath, ['-e', checkScript, join(dataFolder, 'history.db')], {
      stdio: 'pipe',
    });
    const said = await integrity.stdout.toArray();
    expect(Buffer.concat(said).toString()).toBe('ok 600 600 600');
  });
});

/** Counts by another program: cells, answers and what the import noted must be as many. */
const checkScript = `
const Database = require('better-sqlite3');
const db = new Database(process.argv[1], { readonly: true });
const count = (sql) => Object.values(db.prepare(sql).get())[0];
process.stdout.write([count('PRAGMA integrity_check'), count("SELECT completed FROM runs"),
  count('SELECT count(*) FROM observations WHERE imported = 1'), count('SELECT count(*) FROM imported_results')].join(' '));
`;

describe('an import over the bridge', () => {
  it('continues over several calls, in one run per question and engine, with numbered samples', async () => {
    const core = await startCore();
    const rows = ['DE', 'FR', 'DE'].map((country, n) =>
      record(country, '2026-11-01T00:00:00Z', `Answer ${n}.`),
    );
    const first = await core.router.invoke('imports.add', {
      importId: null,
      texts: textsOf(rows.slice(0, 2)),
      following: 'more',
    });
    const second = await core.router.invoke('imports.add', {
      importId: first.importId,
      texts: textsOf(rows.slice(2)),
      following: 'complete',
    });
    const [runId] = first.outcomes.map((outcome) => outcome.runId);
    expect(second.outcomes).toMatchObject([{ state: 'added', runId }]);
    const { run, cells } = await core.router.invoke('runs.get', { runId: runId ?? '' });
    expect(run).toMatchObject({
      connectionName: 'Imported',
      state: 'finished',
      samples: 2,
      creditsCharged: 0,
    });
    expect(run.counts).toMatchObject({ total: 3, completed: 3 });
    expect(cells.map((cell) => [cell.marketKey, cell.sample])).toEqual([
      ['DE', 1],
      ['FR', 1],
      ['DE', 2],
    ]);
    const observations = await allAnswers(core.use.history);
    expect(observations.every((observation) => observation.imported)).toBe(true);
    await expect(
      core.router.invoke('imports.add', {
        importId: first.importId,
        texts: textsOf(rows),
        following: 'complete',
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('can be repeated after its run was deleted, and a later import creates a new run', async () => {
    const core = await startCore();
    const add = (texts: readonly string[]) =>
      core.router.invoke('imports.add', { importId: null, texts: textsOf(texts), following: 'complete' });
    const one = record('DE', '2026-11-01T00:00:00Z');
    const first = (await add([one])).outcomes[0];
    await core.router.invoke('runs.remove', { runId: first?.runId ?? '' });
    const back = (await add([one])).outcomes[0];
    expect(back?.state).toBe('added');
    const later = await add([one, record('DE', '2026-11-08T00:00:00Z')]);
    expect(later.outcomes.map((outcome) => outcome.state)).toEqual(['known', 'added']);
    expect(later.outcomes[1]?.runId).not.toBe(back?.runId);
    expect(core.seen.some((event) => event.name === 'history.changed')).toBe(true);
  });
});
