import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Core } from '#main/core.ts';
import type { RouteName, RouteOutput } from '#shared/bridge/routeTable.ts';
import type { BrandDecision } from '#shared/model/comparison/samples.ts';
import { embeddedConnectionId } from '#shared/model/connection.ts';
import { ask, nextEvent, startCore } from '#tests/support/core/testCore.ts';
import { storeRun, storeRuns } from '#tests/support/history/storedRun.ts';
import { temporaryFolder, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';
import { analysisEntry, historyEntry, serviceEntry } from '#tests/support/programs.ts';

const workers = { history: historyEntry, service: serviceEntry, analysis: analysisEntry };
const foldmaster = {
  name: 'Foldmaster',
  kind: 'own' as const,
  aliases: [{ text: 'Foldmaster 90' }],
  domains: ['foldmaster.com'],
};

type Book = RouteOutput<'brands.get'>;
const listed = (book: Book) =>
  book.brands.map((brand) => [brand.name, brand.kind, ...brand.aliases.map((alias) => alias.text)]);
const decide = (core: Core, decision: BrandDecision): Promise<Book> =>
  core.router.invoke('brands.decide', { decision });

/** The failure a call answers with. */
async function failureOf(core: Core, route: RouteName, input: unknown) {
  const answer = await core.call(route, input, { callId: 'c', signal: new AbortController().signal });
  return answer.ok ? null : answer.error;
}

describe('brand rules', () => {
  it('are stored with a version that increases with every change, and survive a restart', async () => {
    const paths = { data: temporaryFolder() };
    const core = await startCore({ paths });
    expect(await core.router.invoke('brands.get', {})).toEqual({
      version: 0,
      madeAtMs: null,
      brands: [],
      decisions: [],
    });
    const told = nextEvent(core, 'brands.changed');
    const saved = await core.router.invoke('brands.save', foldmaster);
    expect(await told).toEqual({ version: 1 });
    expect(listed(saved)).toEqual([['Foldmaster', 'own', 'Foldmaster 90']]);
    const decided = await decide(core, { kind: 'accept', name: 'CycleGuard', as: 'competitor' });
    expect(decided.version).toBe(2);
    // Saying the same again is no change.
    expect((await decide(core, { kind: 'accept', name: 'cycleguard', as: 'competitor' })).version).toBe(2);
    await core.stop();

    const again = await startCore({ paths });
    expect(await again.router.invoke('brands.get', {})).toEqual(decided);
    const file = new Database(join(paths.data, 'history.db'), { readonly: true });
    expect(file.prepare('SELECT name, kind, aliases, domains FROM view_brands').all()).toEqual([
      { name: 'Foldmaster', kind: 'own', aliases: 'Foldmaster 90', domains: 'foldmaster.com' },
    ]);
    file.close();
  });

  it('are offered from the brands of stored answers, most often named first, until they are listed', async () => {
    const core = await startCore({ workers });
    expect(await core.router.invoke('brands.detected', {})).toEqual({ brands: [], answers: 0 });
    await ask(core, embeddedConnectionId, ['DE', 'FR'], { question: 'Which folding lock?' });
    const { brands, answers } = await core.router.invoke('brands.detected', {});
    expect(answers).toBe(2);
    // A window says how far it is: the answers are read for their names, then for all that name one.
    const told = core.seen.filter(({ name }) => name === 'comparison.progress');
    expect(told.map(({ payload }) => payload)).toEqual([
      { runId: '', done: 0, total: 2 },
      { runId: '', done: 1, total: 2 },
    ]);
    expect(brands.length).toBeGreaterThan(3);
    const counts = brands.map(({ answers: named }) => named);
    expect(counts).toEqual(counts.toSorted((left, right) => right - left));
    for (const { answers: named, markets } of brands) expect(markets).toBe(named);
    const names = brands.slice(0, 2).map(({ name }) => name);
    await core.router.invoke('brands.import', { text: names.join('\n'), kind: 'competitor' });
    const left = await core.router.invoke('brands.detected', {});
    expect(left.brands.map(({ name }) => name)).toEqual(brands.slice(2).map(({ name }) => name));
  });

  it('are read of five hundred answers at most, however many repeats the latest run has', async () => {
    const paths = { data: temporaryFolder() };
    const samples = 170;
    const cells = ['DE', 'FR', 'JP'].flatMap((country) =>
      Array.from({ length: samples }, (_, at) => ({
        ...{ country, sample: at + 1 },
        result: { text: 'Quillon makes the safest lock.', sources: [] },
      })),
    );
    const run = { question: 'Which lock?', engine: 'assistant-a', options: {}, samples, cells } as const;
    const runId = await storeRun(paths.data, run);
    const core = await startCore({ workers, paths });
    expect((await core.router.invoke('brands.detected', {})).answers).toBe(500);
    // The overview of the run counts all of its answers.
    expect((await core.router.invoke('brands.detected', { runId })).answers).toBe(510);
  });

  it('are those of all questions and engines of a run', async () => {
    const core = await startCore({ workers });
    await core.router.invoke('plans.save', {
      name: 'Both',
      plan: {
        questions: [{ text: 'Which folding lock?' }, { text: 'Which helmet?' }],
        engines: [{ engine: 'assistant-a' }, { engine: 'assistant-b' }],
        markets: [{ country: 'DE' }, { country: 'FR' }],
      },
    });
    const { runId } = await core.router.invoke('plans.run', {
      plan: 'Both',
      connectionId: embeddedConnectionId,
      mode: 'live',
    });
    await core.use.runs.ended(runId);
    const { brands, answers } = await core.router.invoke('brands.detected', { runId });
    expect(answers).toBe(8);
    const { run } = await core.router.invoke('runs.get', { runId });
    const compared = await Promise.all(
      [0, 1].flatMap((question) =>
        (run.plan?.engines ?? []).map((engine) =>
          core.router.invoke('comparisons.get', { runId, question, engine }),
        ),
      ),
    );
    // A comparison of one question counts the brands that stand out in its own answers: never more than in the run.
    for (const { name, answers: named } of brands) {
      const inEach = compared.flatMap((each) => each.brands.rows.filter((row) => row.name === name));
      expect(named, name).toBeGreaterThanOrEqual(
        inEach.reduce((sum, row) => sum + row.visibility.numerator, 0),
      );
    }
    expect(brands.length).toBeGreaterThan(3);
  });

  it('are counted in every text that names them, though they stand out in those of one question only', async () => {
    const paths = { data: temporaryFolder() };
    const of = (question: string, text: string) => ({
      ...({ question, engine: 'assistant-a', options: {}, samples: 1 } as const),
      cells: ['DE', 'FR', 'JP'].map((country) => ({
        ...{ country, sample: 1 },
        result: { text, markdown: text, sources: [] },
      })),
    });
    const list = '1. **QuillonPro** – very safe\n2. **FoldKeep** – light\n3. **KeepAll** – cheap';
    await storeRuns(paths.data, [
      of('Which lock?', list),
      of('Which bag?', 'I would take any bag, and a quillonpro lock with it.'),
    ]);
    const core = await startCore({ workers, paths });
    const { brands, answers } = await core.router.invoke('brands.detected', {});
    expect(answers).toBe(6);
    expect(brands.find(({ name }) => name === 'QuillonPro')).toEqual({
      ...{ name: 'QuillonPro', answers: 6, markets: 3 },
    });
    expect(brands.find(({ name }) => name === 'FoldKeep')?.answers).toBe(3);
  });

  it('name the invalid field, and change nothing', async () => {
    const core = await startCore();
    const { version } = await core.router.invoke('brands.save', foldmaster);
    expect(
      await failureOf(core, 'brands.save', {
        name: '',
        kind: 'other',
        aliases: [{ text: 'foldmaster 90' }],
        domains: ['nonsense'],
      }),
    ).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ field: 'name' }, { field: 'aliases.0' }, { field: 'domains.0' }],
    });
    expect(
      await failureOf(core, 'brands.decide', {
        decision: { kind: 'split', brand: 'nobody', alias: 'X', as: 'X' },
      }),
    ).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'alias' }] });
    expect(
      await failureOf(core, 'brands.decide', { decision: { kind: 'domain', domain: 'co.uk', as: 'own' } }),
    ).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'domain' }] });
    expect(
      await failureOf(core, 'brands.import', { text: 'Arc\nfoldmaster 90; x.com', kind: 'other' }),
    ).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ field: 'text', message: expect.stringMatching(/^Line 2: “foldmaster 90”/) }],
    });
    expect((await core.router.invoke('brands.get', {})).version).toBe(version);
  });

  it('undo every correction separately, whatever was changed after it', async () => {
    const core = await startCore();
    const { brands } = await core.router.invoke('brands.save', foldmaster);
    const id = brands[0]?.id ?? '';
    const split = await decide(core, {
      kind: 'split',
      brand: id,
      alias: 'Foldmaster 90',
      as: 'Foldmaster 90',
    });
    expect(listed(split)).toEqual([
      ['Foldmaster', 'own'],
      ['Foldmaster 90', 'own'],
    ]);
    const merged = await decide(core, {
      kind: 'merge',
      from: 'name:cycleguard',
      fromName: 'CycleGuard',
      into: id,
      intoName: 'Foldmaster',
    });
    expect(listed(merged)[0]).toEqual(['Foldmaster', 'own', 'CycleGuard']);
    const without = await core.router.invoke('brands.undo', { id: merged.decisions[1]?.id ?? '' });
    expect(listed(without)).toEqual([['Foldmaster', 'own', 'Foldmaster 90', 'CycleGuard']]);
    expect(without.brands[0]?.aliases.map((alias) => alias.merged)).toEqual([false, true]);
    expect(await failureOf(core, 'brands.undo', { id: 'gone' })).toMatchObject({ code: 'NOT_FOUND' });
    // An earlier version comes back as the next one.
    const back = await core.router.invoke('brands.restore', { version: 1, after: without.version });
    expect(back).toMatchObject({ version: without.version + 1, decisions: [] });
    expect(listed(back)).toEqual([['Foldmaster', 'own', 'Foldmaster 90']]);
    expect(await failureOf(core, 'brands.restore', { version: 1, after: 2 })).toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('keep the corrections of a brand when it is edited, and delete them with the brand', async () => {
    const core = await startCore();
    await decide(core, { kind: 'accept', name: 'CycleGuard', as: 'other' });
    const merged = await decide(core, {
      kind: 'merge',
      from: 'name:cycle guard',
      fromName: 'Cycle Guard',
      into: 'name:cycleguard',
      intoName: 'CycleGuard',
    });
    const edited = await core.router.invoke('brands.save', {
      id: merged.brands[0]?.id,
      name: 'CycleGuard AG',
      kind: 'competitor',
      aliases: [{ text: 'CycleGuard' }],
      domains: ['https://www.cycleguard.de/'],
    });
    expect(listed(edited)).toEqual([['CycleGuard AG', 'competitor', 'CycleGuard', 'Cycle Guard']]);
    expect(edited.decisions.map((each) => each.words)).toEqual(['Cycle Guard merged into CycleGuard AG']);
    expect(
      await failureOf(core, 'brands.save', {
        id: edited.brands[0]?.id,
        name: 'CycleGuard AG',
        kind: 'other',
        aliases: [{ text: 'cycle guard' }],
        domains: [],
      }),
    ).toMatchObject({ fields: [{ field: 'aliases.0' }] });
    const removed = await core.router.invoke('brands.remove', { id: edited.brands[0]?.id ?? '' });
    expect([removed.brands, removed.decisions]).toEqual([[], []]);
  });

  it('accept a pasted list, and add to the existing brands', async () => {
    const core = await startCore();
    await core.router.invoke('brands.save', foldmaster);
    expect(
      await core.router.invoke('brands.readList', { text: 'Arc; arc.com\narc\nBow', kind: 'own' }),
    ).toEqual({
      names: ['Arc', 'Bow'],
      problems: [{ line: 2, message: '“arc” is already in line 1.' }],
    });
    const { brands } = await core.router.invoke('brands.import', {
      text: 'Foldmaster; フォールドマスター; foldmaster.de\nCycleGuard\tcycleguard.com\nArc; other',
      kind: 'competitor',
    });
    expect(
      brands.map((brand) => [
        brand.name,
        brand.kind,
        brand.aliases.map((alias) => alias.text),
        brand.domains.map((each) => each.domain),
      ]),
    ).toEqual([
      ['Foldmaster', 'own', ['Foldmaster 90', 'フォールドマスター'], ['foldmaster.com', 'foldmaster.de']],
      ['CycleGuard', 'competitor', [], ['cycleguard.com']],
      ['Arc', 'other', [], []],
    ]);
  });

  it('refuse a change based on an older version, so that two programs lose nothing', async () => {
    const history = await temporaryHistory();
    const write = (after: number) =>
      history.call('brands.write', { brands: [], decisions: [], after, nowMs: 1 });
    expect(await write(0)).toEqual({ version: 1 });
    await expect(write(0)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await history.call('brands.version', {})).toBe(1);
    await expect(history.call('brands.past', { version: 7 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('accept concurrent changes of two programs, and the second sees the first change', async () => {
    const paths = { data: temporaryFolder() };
    const one = await startCore({ paths });
    const two = await startCore({ paths, host: 'browser', workers });
    const told = nextEvent(two, 'brands.changed', ({ version }) => version === 10);
    await Promise.all(
      Array.from({ length: 5 }, (_, index) => [
        decide(one, { kind: 'accept', name: `One ${index}`, as: 'other' }),
        decide(two, { kind: 'accept', name: `Two ${index}`, as: 'other' }),
      ]).flat(),
    );
    expect(await told).toEqual({ version: 10 });
    expect((await one.router.invoke('brands.get', {})).brands).toHaveLength(10);
  });
});

describe('a comparison with brand rules', () => {
  it('counts by them, marks domains, states their version, and is restored by an undo', async () => {
    const core = await startCore({ workers });
    const { run } = await ask(core, embeddedConnectionId, ['US', 'DE', 'JP'], {
      question: 'Which folding bike locks do people trust? [[sandbox latency=0]]',
      options: { include: { markdown: true } },
    });
    const compare = () => core.router.invoke('comparisons.get', { runId: run.id });
    const before = await compare();
    expect(before.brands.rulesVersion).toBe('none');
    const [first, second] = before.brands.rows;
    const domain = before.sources.rows[0]?.domain ?? '';
    if (first === undefined || second === undefined) throw new Error('The sandbox named no brands.');

    const { decisions } = await decide(core, {
      kind: 'merge',
      from: second.id,
      fromName: second.name,
      into: first.id,
      intoName: first.name,
    });
    await decide(core, { kind: 'domain', domain, as: 'own' });
    const during = await compare();
    expect(during.brands.rulesVersion).toBe('2');
    expect(during.brands.rows.some((row) => row.id === second.id)).toBe(false);
    const merged = during.brands.rows.find((row) => row.name === first.name);
    expect(merged).toMatchObject({ proposed: false });
    expect(merged?.cells.map((cell) => cell?.mentions ?? 0)).toEqual(
      first.cells.map((cell, at) => (cell?.mentions ?? 0) + (second.cells[at]?.mentions ?? 0)),
    );
    expect(during.sources.rows.find((row) => row.domain === domain)).toMatchObject({
      owner: 'own',
      type: 'own',
    });

    for (const { id } of (await core.router.invoke('brands.get', {})).decisions)
      await core.router.invoke('brands.undo', { id });
    expect(decisions).toHaveLength(1);
    const after = await compare();
    expect(JSON.stringify({ ...after.brands, rulesVersion: 'none' })).toBe(JSON.stringify(before.brands));
    expect(JSON.stringify(after.sources)).toBe(JSON.stringify(before.sources));
    expect(JSON.stringify(after.answer)).toBe(JSON.stringify(before.answer));
    expect(after.brands.rulesVersion).toBe('4');
  });
});
