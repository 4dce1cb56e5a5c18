import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { verifyEvidence } from '#main/evidence/verifyEvidence.ts';
import { evidenceLines } from '#main/evidence/writeEvidence.ts';
import { createWorkbook } from '#main/exports/workbook.ts';
import { openReadOnlyQuery, QueryRefusal } from '#main/history/maintenance/readOnlyQuery.ts';
import { restoreHistory } from '#main/history/maintenance/restore.ts';
import { addTextFunctions } from '#main/history/maintenance/textFunctions.ts';
import { importProject } from '#main/history/projectFiles/importProject.ts';
import { answerMembers } from '#main/history/store/derive/answerMembers.ts';
import { deriveObservation } from '#main/history/store/derive/observation.ts';
import { resultOf } from '#main/history/store/derive/result.ts';
import { searchableTexts, searchableTextsIn } from '#main/history/store/derive/searchFields.ts';
import { HistoryFailure } from '#main/history/store/failures.ts';
import { openDatabase } from '#main/history/store/openDatabase.ts';
import { encodeAnswer } from '#main/history/threads/encode/encodeAnswer.ts';
import { joinHeaders, splitHeaders } from '#main/history/threads/encode/splitHeaders.ts';
import { readWindowState, restoredBounds } from '#main/hosts/electron/windowState.ts';
import { readResult } from '#main/imports/readResult.ts';
import { createSettings } from '#main/settings/settings.ts';
import { fileLines } from '#platform/fileLines.ts';
import { splitFile } from '#shared/imports/splitRecords.ts';
import { engines } from '#shared/interface/engines.ts';
import { settingsSchema } from '#shared/model/settings.ts';
import {
  byteChanges,
  changedBytes,
  longText,
  mutatedBytes,
  mutatedJson,
  mutatedJsonText,
  mutatedText,
} from '../generators.ts';
import { boundedBy, onlyThrows } from '../guarantees.ts';
import { type FuzzTarget, target } from '../target.ts';

const folder = mkdtempSync(join(tmpdir(), 'parallax-fuzz-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const path = (name: string): string => join(folder, name);

const result = {
  text: 'An answer [1].',
  markdown: '**An** answer [1].',
  model: 'm',
  searchQueries: ['q'],
  sources: [{ position: 1, url: 'https://a.example/', label: 'A', description: 'd', cited: true }],
};
const search = {
  organicResults: [{ position: 1, title: 'T', url: 'https://d.example', description: 'x' }],
  aioverview: { text: 't', sources: [] },
};
const records = [
  { success: true, result },
  {
    engine: 'assistant-b',
    question: 'q',
    country: 'DE',
    response: { success: true, result },
    receivedAt: '2026-10-31T08:00:00Z',
  },
  {
    task: { id: '0b0a9c9e-0000-4000-8000-000000000000', taskType: 'SEARCH', status: 'COMPLETED' },
    response: { result: search },
  },
];

const imported = target(
  'file/import',
  'A file is taken apart into records, and each is a result that the interface allows or a sentence about what is wrong.',
  fc.record({
    text: fc.oneof(
      mutatedJsonText(records),
      mutatedJsonText([records]),
      mutatedText([records.map((each) => JSON.stringify(each)).join('\n')]),
    ),
    file: mutatedText(['assistant-a/US.json', 'search-news_DE.json', 'US-CA.json', '../../x']),
    encoding: fc.constantFrom<BufferEncoding>('utf8', 'utf8', 'utf16le', 'latin1'),
  }),
  ({ text, file, encoding }) => {
    const mark = encoding === 'utf16le' ? '\ufeff' : '';
    const split = splitFile(Buffer.from(mark + text, encoding));
    if (!split.ok) {
      boundedBy(split.message.length, 0, 0, 300);
      return;
    }
    boundedBy(split.records.length, text.length, 1, 0);
    for (const record of split.records.slice(0, 50)) {
      const read = readResult({ file, place: record.place, text: record.text, modifiedAtMs: 0 }, {});
      if (read.ok) assert.ok(engines.some((engine) => engine === read.result.engine));
      else boundedBy(read.message.length, 0, 0, 1_000);
    }
  },
);

const lines = target(
  'file/lines',
  'The lines of a file are the text between its line feeds, as a whole reading gives them.',
  mutatedBytes(
    ['a\r\nb\n\nc', '\ufeff{"a":"\u2028"}\n', '日本 👟\n'].map((text) => new Uint8Array(Buffer.from(text))),
  ),
  async (bytes) => {
    writeFileSync(path('lines'), bytes);
    const read = await Array.fromAsync(fileLines(path('lines')));
    const expected = Buffer.from(bytes).toString('utf8').split('\n');
    if (expected.at(-1) === '') expected.pop();
    assert.deepEqual(
      read,
      expected.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)),
    );
  },
);

const evidence = await Array.fromAsync(
  evidenceLines(
    ['o1', 'o2'].map((id) => ({
      id,
      facts: { engine: 'search' },
      request: { query: 'q' },
      responseHeaders: { a: 'b' },
      payload: `{"id":"${id}"}`,
      pages: [{ name: '1', html: '<p>鍵</p>' }],
    })),
    { program: 'Parallax', createdAtMs: 0, count: 2 },
  ),
);
const whole = evidence.join('\n');

const asLine = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');

const verified = target(
  'file/evidence',
  'An evidence file is intact only when it is exactly as it was written; anything else is named.',
  fc.oneof(
    mutatedText([whole]),
    // Whole lines changed, left out, repeated or taken by another value.
    mutatedJson([evidence]).map((value) => (Array.isArray(value) ? value : [value]).map(asLine).join('\n')),
  ),
  async (text) => {
    const read = text.split('\n');
    const verdict = await verifyEvidence(read);
    const same = read.filter((line) => line.trim() !== '').join('\n') === whole;
    if (same) assert.deepEqual(verdict.findings, []);
    else assert.ok(!verdict.intact, 'a file that was changed is called intact');
    assert.equal(verdict.intact, verdict.findings.length === 0);
  },
);

openDatabase(path('history.db')).db.close();
const database = new Uint8Array(readFileSync(path('history.db')));

const restored = target(
  'file/backup',
  'A backup is restored whole or refused with a HistoryFailure, and then the history stays as it was.',
  byteChanges(4),
  (changes) => {
    const [file, from] = [path('restored.db'), path('backup.db')];
    copyFileSync(path('history.db'), file);
    writeFileSync(from, changes.reduce(changedBytes, database));
    const facts = onlyThrows(
      () => restoreHistory(file, from, 1),
      (error) => error instanceof HistoryFailure,
    );
    if (facts === undefined) assert.deepEqual(new Uint8Array(readFileSync(file)), database);
    else {
      const { db } = openDatabase(file);
      assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
      db.close();
      if (facts.keptFile !== null) rmSync(facts.keptFile, { force: true });
    }
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  },
  { cpuMs: 3_000 },
);

const project = target(
  'file/project',
  'A project file is added whole or refused with a HistoryFailure, and the history stays sound.',
  byteChanges(4),
  (changes) => {
    const [file, from] = [path('target.db'), path('project.db')];
    copyFileSync(path('history.db'), file);
    writeFileSync(from, changes.reduce(changedBytes, database));
    onlyThrows(
      () => importProject(file, from, 1),
      (error) => error instanceof HistoryFailure,
    );
    const db = new Database(file, { readonly: true });
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
    db.close();
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  },
  { cpuMs: 3_000 },
);

const sql = target(
  'file/sql',
  'A statement reads, or is refused with a QueryRefusal; no byte of the history changes and no file is made.',
  mutatedText([
    'SELECT * FROM observations WHERE id > 1 ORDER BY 1 LIMIT 5',
    'SELECT count(*) AS n, count(*) AS n FROM runs',
    'PRAGMA user_version',
    'PRAGMA journal_mode = DELETE',
    "VACUUM INTO 'x'",
    "ATTACH 'x' AS y",
    'EXPLAIN SELECT 1',
    'DELETE FROM runs',
    'WITH a(b) AS (VALUES (1)) SELECT * FROM a',
  ]),
  (statement) => {
    onlyThrows(
      () => {
        const query = openReadOnlyQuery(path('history.db'), statement, addTextFunctions);
        try {
          for (let row = 0; row < 20 && query.rows.next().done !== true; row += 1);
        } finally {
          query.close();
        }
      },
      (error) => error instanceof QueryRefusal || error instanceof HistoryFailure,
    );
    assert.deepEqual(new Uint8Array(readFileSync(path('history.db'))), database);
  },
);

const stored = target(
  'file/stored-answer',
  'What is read of a stored answer member by member is what a whole reading gives; its headers come back the same.',
  fc.record({
    engine: fc.constantFrom(...engines),
    body: mutatedJson(records).map((value) => JSON.stringify(value)),
    headers: fc.dictionary(
      fc.constantFrom('date', 'x-request-id', 'content-type', '__proto__', 'x-ms', 'constructor'),
      mutatedText(['1', 'a b']),
    ),
  }),
  ({ engine, body, headers }) => {
    const bytes = Buffer.from(body);
    const read = resultOf(bytes.toString('utf8'));
    assert.deepEqual(answerMembers(bytes).markdown, read.markdown);
    assert.deepEqual(
      [...searchableTextsIn(engine, 'q', bytes)],
      searchableTexts(engine, 'q', read).map((each) => each),
    );
    deriveObservation(engine, read);
    assert.deepEqual(Object.entries(joinHeaders(splitHeaders(headers))), Object.entries(headers));
    const encoded = encodeAnswer(engine, {
      body,
      headers,
      status: 200,
      requestPath: '/',
      requestBody: '',
      receivedAtMs: 0,
      roundTripMs: 0,
      latencyMs: null,
      creditsCharged: null,
      requestId: null,
      imported: false,
    });
    if (encoded !== null) assert.equal(encoded.payload.rawBytes, bytes.length);
  },
);

const workbook = target(
  'file/workbook',
  'Any text in a cell leaves the workbook a ZIP whose sheets are XML without what XML forbids.',
  longText(['=1+1', '<b>&amp;</b>]]>', '\0\x1b\ufffe\ud800 日本']),
  async (text) => {
    const book = createWorkbook();
    const sheet = await book.sheet('Answers', [{ label: text.slice(0, 100), kind: 'text', width: 10 }]);
    await sheet.add([text]);
    const file = Buffer.concat(await Array.fromAsync(await book.finish()));
    assert.equal(file.readUInt32LE(0), 0x04034b50);
    assert.equal(file.readUInt32LE(file.length - 22), 0x06054b50);
    boundedBy(file.length, text.length, 8, 10_000);
  },
);

const kept = [
  {
    theme: 'dark',
    recentMarketSets: [['DE']],
    columnWidths: { a: 300 },
    driverBindings: { search: 'brave' },
    alertChannels: { system: true, webhook: null, allowPrivate: false, quietHours: null },
    keyedDrivers: ['brave'],
    selectedConnection: 'embedded',
  },
];
const settings = target(
  'file/settings',
  'Settings that were changed by hand are read as they are allowed to be, or are their default; a window opens on a screen.',
  fc.record({
    kept: mutatedJson(kept),
    window: mutatedJson([{ x: 10, y: 20, width: 1000, height: 700, maximized: false }]),
  }),
  ({ kept: given, window }) => {
    const values = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
    const read = createSettings({
      get: (key: string) => (Object.hasOwn(values, key) ? values[key] : undefined),
      all: () => new Map(Object.entries(values)),
      set: () => {},
    } as never);
    assert.equal(settingsSchema.safeParse(read.read()).success, true);
    read.alertChannels();
    read.keyedDrivers();
    assert.ok(read.selectedConnection() !== '');
    const bounds = restoredBounds(readWindowState(window), [{ x: 0, y: 0, width: 1920, height: 1080 }]);
    assert.ok(bounds.width <= 1920 && bounds.height <= 1080 && bounds.width >= 900 && bounds.height >= 600);
  },
);

export const fileTargets: readonly FuzzTarget[] = [
  ...[imported, lines, verified, restored, project, sql, stored, workbook, settings],
];
