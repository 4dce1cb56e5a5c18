import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import type { Clock } from '#platform/clock.ts';
import { addConnection, doubleServiceEntry, startCore, type TestCore } from '#tests/support/core/testCore.ts';
import { assertWellFormed, openArchive } from '#tests/support/exports/openArchive.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import { monitorHeaders, startFaultyService } from '#tests/support/faults/faultyService.ts';
import { canMount, smallDisk } from '#tests/support/faults/smallDisk.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { analysisEntry, historyEntry } from '#tests/support/programs.ts';
import { startWebhookReceiver } from '#tests/support/service/webhookReceiver.ts';

const workers = { history: historyEntry, service: doubleServiceEntry, analysis: analysisEntry };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function setClock(iso: string): Clock & { pass: (ms: number) => void } {
  let now = Date.parse(iso);
  return {
    now: () => now,
    wait: realClock.wait,
    pass: (ms) => {
      now += ms;
    },
  };
}

/** A core with a monitor whose plan has one question in two markets. */
async function startMonitor(text?: string) {
  const answer = (country: string): unknown =>
    JSON.parse(sampleBody(country, text === undefined ? undefined : { text }));
  const service = await startFaultyService(({ path, body }) =>
    path.startsWith('/v1/monitor/')
      ? { status: 200, body: answer(JSON.parse(body).country), headers: monitorHeaders() }
      : { status: 503, body: 'busy' },
  );
  const clock = setClock('2026-06-01T00:30:00Z');
  const dataFolder = temporaryFolder();
  const core = await startCore({ clock, workers, paths: { data: dataFolder } });
  closing.push(() => core.stop());
  const connectionId = await addConnection(core, service.baseUrl);
  await core.router.invoke('brands.save', { name: 'Foldmaster', kind: 'own', aliases: [], domains: [] });
  await core.router.invoke('plans.save', {
    name: 'Locks',
    plan: {
      questions: [{ text: 'Which lock?' }],
      engines: [{ engine: 'assistant-a' }],
      markets: [{ country: 'DE' }, { country: 'JP' }],
    },
  });
  const schedule = { cron: '0 7 * * 1', timeZone: 'UTC' };
  await core.router.invoke('monitors.add', { name: 'Weekly', plan: 'Locks', connectionId, schedule });
  const runNow = async (): Promise<void> => {
    const { runId } = await core.router.invoke('monitors.runNow', { monitor: 'Weekly' });
    await core.use.runs.ended(runId);
    await core.router.invoke('reports.settle', {});
  };
  return { core, clock, dataFolder, runNow };
}

type Mail = { readonly from: string; readonly to: readonly string[]; readonly text: string };

/** A mail server on loopback that wants this password, and refuses mail as long as it is told to. */
async function startMailServer(password: string) {
  const mails: Mail[] = [];
  let refusing = false;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _, done) =>
      auth.password === password ? done(null, { user: auth.username }) : done(new Error('wrong password')),
    onRcptTo: (_, __, done) => done(refusing ? new Error('mailbox is full') : null),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  closing.push(() => new Promise<void>((done) => server.close(done)));
  return {
    mails,
    refuse: (on: boolean): void => {
      refusing = on;
    },
    port: (server.server.address() as AddressInfo).port,
  };
}

async function setMail(core: TestCore, port: number, password: string): Promise<void> {
  await core.router.invoke('reports.setChannels', {
    smtp: { host: '127.0.0.1', port, encryption: 'none', user: 'acme', from: 'reports@example.org' },
    allowPrivate: true,
    password,
  });
}

it('is created after a run, stored, and sent to folder, mail, Slack and Teams', async () => {
  const { core, clock, dataFolder, runNow } = await startMonitor();
  const { mails, port } = await startMailServer('s3cret');
  const receiver = await startWebhookReceiver();
  closing.push(receiver.close);
  await setMail(core, port, 's3cret');
  await core.router.invoke('reports.setChannels', {
    slackWebhook: receiver.url('/slack'),
    teamsWebhook: receiver.url('/teams'),
  });
  // A run of before the report was set is none of its runs.
  await runNow();
  clock.pass(60_000);
  const folder = join(dataFolder, 'out');
  await core.router.invoke('reports.setSchedule', {
    monitor: 'Weekly',
    schedule: {
      format: 'html',
      folder,
      emails: ['a@example.org', 'b@example.org'],
      slack: true,
      teams: true,
    },
  });
  await runNow();
  await core.router.invoke('reports.settle', {});

  const { reports } = await core.router.invoke('reports.list', { monitor: 'Weekly' });
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatchObject({ state: 'written', problem: null });
  expect(reports[0]?.deliveries.map(({ channel, state }) => [channel, state])).toEqual(
    ['email', 'folder', 'slack', 'teams'].map((channel) => [channel, 'delivered']),
  );
  const [mail] = mails;
  expect(mails).toHaveLength(1);
  expect(mail).toMatchObject({ from: 'reports@example.org', to: ['a@example.org', 'b@example.org'] });
  expect(mail?.text).toContain('Subject: Which lock?: report');
  expect(mail?.text).toContain('Foldmaster is named in all 2 countries');
  expect(mail?.text).toContain('filename=which-lock-2026-06-01.html');
  const [copy] = await readdir(folder);
  expect(copy).toMatch(/^which-lock-2026-06-01-\w+\.html$/);
  const html = await readFile(join(folder, copy ?? ''), 'utf8');
  expect(html).toContain('<h2 dir="auto">Summary</h2>');
  const posted = (path: string) => JSON.stringify(receiver.deliveriesTo(path).map(({ body }) => body));
  expect(posted('/slack')).toContain('Foldmaster is named in all 2 countries');
  expect(posted('/teams')).toContain('Foldmaster is named in all 2 countries');
  const { fileId } = await core.router.invoke('reports.open', { id: reports[0]?.id ?? '' });
  const { base64 } = await core.router.invoke('exports.read', { fileId, from: 0 });
  expect(Buffer.from(base64, 'base64').toString()).toBe(html);
  // Secrets are in the keychain alone.
  const view = await core.router.invoke('reports.channels', {});
  expect(view).toMatchObject({ hasPassword: true, hasSlack: true, hasTeams: true });
  expect(JSON.stringify(view)).not.toMatch(/s3cret|\/slack/);
});

it('is sent again after a failure, with increasing delays, and reports the reason', async () => {
  const { core, clock, dataFolder, runNow } = await startMonitor();
  const { mails, port, refuse } = await startMailServer('s3cret');
  await setMail(core, port, 's3cret');
  await core.router.invoke('reports.setSchedule', {
    monitor: 'Weekly',
    schedule: { format: 'html', emails: ['a@example.org'], folder: join(dataFolder, 'taken') },
  });
  // A file stands where the folder should be.
  await writeFile(join(dataFolder, 'taken'), '');
  refuse(true);
  await runNow();
  const deliveries = async () =>
    (await core.router.invoke('reports.list', { monitor: 'Weekly' })).reports[0]?.deliveries;
  expect(await deliveries()).toMatchObject([
    { channel: 'email', state: 'waiting', attempts: 1, problem: expect.stringContaining('mailbox is full') },
    { channel: 'folder', state: 'waiting', attempts: 1, problem: expect.stringContaining('EEXIST') },
  ]);
  await core.router.invoke('reports.settle', {});
  expect(await deliveries()).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
  refuse(false);
  clock.pass(31_000);
  await core.router.invoke('reports.settle', {});
  expect(await deliveries()).toMatchObject([
    { channel: 'email', state: 'delivered', attempts: 2, problem: null },
    { channel: 'folder', state: 'waiting', attempts: 2 },
  ]);
  expect(mails).toHaveLength(1);
});

it.skipIf(!canMount)(
  'a folder on a full disk: says so, leaves nothing, and is delivered when there is room',
  async () => {
    const { core, clock, runNow } = await startMonitor();
    const { folder, resize } = smallDisk('8k');
    const schedule = { format: 'html' as const, folder };
    await core.router.invoke('reports.setSchedule', { monitor: 'Weekly', schedule });
    await runNow();
    const deliveries = async () =>
      (await core.router.invoke('reports.list', { monitor: 'Weekly' })).reports[0]?.deliveries;
    const full = expect.stringMatching(/^The disk that holds .+ is full\. Free some space and try again\./);
    expect(await deliveries()).toMatchObject([{ state: 'waiting', problem: full }]);
    expect(await readdir(folder)).toEqual([]);
    resize('8m');
    clock.pass(31_000);
    await core.router.invoke('reports.settle', {});
    expect(await deliveries()).toMatchObject([{ state: 'delivered' }]);
    expect(await readdir(folder)).toHaveLength(1);
  },
);

/** What XML has no room for: a vertical tab as Word writes it, other controls, noncharacters, half a pair. */
const unfit = '\u0000\u0008\u000b\u000c\u001f\ufffe\uffff\ud83d';

it.each(['pptx', 'html', 'xlsx'] as const)(
  '%s: characters that XML does not allow are left out',
  async (format) => {
    const { core, dataFolder, runNow } = await startMonitor(
      `Foldmaster${unfit} is **best**${unfit}.\n\n- ${unfit}one`,
    );
    await core.router.invoke('brands.save', {
      name: `Rival${unfit}One`,
      kind: 'competitor',
      aliases: [],
      domains: [],
    });
    const settings = { title: `Locks${unfit}`, comments: { summary: `Seen${unfit}` } };
    await core.router.invoke('reports.setSettings', { settings });
    const folder = join(dataFolder, 'out');
    if (format !== 'xlsx')
      await core.router.invoke('reports.setSchedule', { monitor: 'Weekly', schedule: { format, folder } });
    await runNow();
    let file: Buffer;
    if (format === 'xlsx') {
      const { fileId } = await core.router.invoke('exports.make', { format, selection: { filter: {} } });
      file = Buffer.from((await core.router.invoke('exports.read', { fileId, from: 0 })).base64, 'base64');
    } else {
      const [name = ''] = await readdir(folder);
      file = await readFile(join(folder, name));
    }
    const texts =
      format === 'html'
        ? [file.toString()]
        : [...openArchive(file)].flatMap(([name, text]) => (/\.(xml|rels)$/.test(name) ? [text] : []));
    expect(texts.join()).toContain('Foldmaster');
    expect(texts.join()).toContain(format === 'xlsx' ? 'Which lock?' : 'Locks');
    for (const text of texts) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not be there
      expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
      if (format === 'xlsx') assertWellFormed(text);
    }
  },
);

it('is finally abandoned, and that is reported', async () => {
  const { core, clock, runNow } = await startMonitor();
  const told: string[] = [];
  core.subscribe((event) => {
    if (event.name === 'notice') told.push(event.payload.message);
  });
  await core.router.invoke('reports.setSchedule', {
    monitor: 'Weekly',
    schedule: { format: 'html', slack: true },
  });
  await runNow();
  for (let attempt = 1; attempt < 12; attempt += 1) {
    clock.pass(7 * 3_600_000);
    await core.router.invoke('reports.settle', {});
  }
  const { reports } = await core.router.invoke('reports.list', { monitor: 'Weekly' });
  expect(reports[0]?.deliveries).toMatchObject([
    { state: 'failed', attempts: 12, problem: 'no webhook is set' },
  ]);
  expect(told).toEqual(['The report of “Weekly” was not sent (slack): no webhook is set. No more attempts.']);
});

it('reaches no private address unless that is allowed, and sends a password to one server only', async () => {
  const { core, runNow } = await startMonitor();
  const { mails, port } = await startMailServer('s3cret');
  await expect(
    core.router.invoke('reports.setChannels', { slackWebhook: 'http://127.0.0.1:1/x' }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const smtp = { host: '127.0.0.1', port, encryption: 'none' as const, user: 'acme', from: 'r@example.org' };
  await core.router.invoke('reports.setChannels', { smtp, password: 's3cret' });
  const test = () => core.router.invoke('reports.test', { channel: 'email', to: ['a@example.org'] });
  expect(await test()).toEqual({ problem: 'the mail server 127.0.0.1 is not at a public address' });
  await core.router.invoke('reports.setChannels', { allowPrivate: true });
  expect(await test()).toEqual({ problem: null });
  const other = await startMailServer('s3cret');
  await core.router.invoke('reports.setChannels', { smtp: { ...smtp, port: other.port } });
  expect(await test()).toEqual({
    problem: 'the password was entered for another mail server: enter it again',
  });
  expect([mails.length, other.mails.length]).toEqual([1, 0]);
  await runNow();
});
