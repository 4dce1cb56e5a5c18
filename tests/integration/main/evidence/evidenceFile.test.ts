import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { startCore } from '#tests/support/core/testCore.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

it('an evidence file of a run is complete, is verified offline, and names changed entries', async () => {
  const dataFolder = temporaryFolder();
  const asked = ['ask', 'Which lock?', '--countries', 'US,DE', '--include', 'html', '--format', 'json'];
  const answers = jsonLines((await runParallax(asked, { dataFolder })).stdout);
  const out = join(temporaryFolder(), 'evidence.jsonl');
  const runId = String(answers[0]?.runId);
  const made = await runParallax(['evidence', runId, '--out', out, '--format', 'json'], { dataFolder });
  expect(made.code).toBe(0);
  const [facts] = jsonLines(made.stdout);
  expect(facts).toMatchObject({ file: out, observations: 2, seal: expect.stringMatching(/^[0-9a-f]{64}$/) });

  const text = readFileSync(out, 'utf8');
  const records = jsonLines(text).slice(1, -1) as {
    id: string;
    parts: { name: string; content: string }[];
  }[];
  expect(records.map((record) => record.id).sort()).toEqual(answers.map((answer) => answer.id).sort());
  const parts = records[0]?.parts ?? [];
  expect(parts.map((part) => part.name).slice(0, 4)).toEqual([
    'facts',
    'request',
    'response headers',
    'payload',
  ]);
  expect(parts.find((part) => part.name.startsWith('page '))?.content).toContain('<html');
  expect(JSON.parse(parts[3]?.content ?? '')).toMatchObject({
    success: true,
    result: { text: expect.any(String) },
  });
  expect(parts[2]?.content).toContain('x-request-id');

  // Whoever imports it is told what it is, and a window verifies it.
  expect(await runParallax(['import', out], { dataFolder })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/evidence file of Parallax.*parallax verify/),
  });
  const core = await startCore();
  const verified = async (content: string) => {
    const base64 = Buffer.from(content).toString('base64');
    const { fileId } = await core.router.invoke('projects.receive', { fileId: null, base64 });
    return core.router.invoke('exports.verify', { fileId });
  };
  expect(await verified(text)).toEqual({
    intact: true,
    observations: 2,
    seal: facts?.seal,
    findings: [],
  });
  expect(await verified(text.replace('Which lock?', 'Which look?'))).toMatchObject({ intact: false });

  const elsewhere = temporaryFolder();
  const check = (...args: string[]) => runParallax(['verify', ...args], { dataFolder: elsewhere });
  const intact = await check(out, '--seal', String(facts?.seal));
  expect(intact).toMatchObject({ code: 0, stdout: expect.stringContaining('Intact: 2 answers') });
  expect(await check(out, '--seal', '0'.repeat(64))).toMatchObject({ code: 1 });

  const altered = join(elsewhere, 'altered.jsonl');
  writeFileSync(altered, text.replace('Which lock?', 'Which look?'));
  const found = await check(altered, '--format', 'json');
  expect(found.code).toBe(1);
  expect(jsonLines(found.stdout)).toMatchObject([
    {
      intact: false,
      findings: [expect.stringMatching(/^Answer 1 \(.+\): the (facts were|request was) altered\.$/)],
    },
  ]);
  writeFileSync(altered, text.split('\n').slice(0, -2).join('\n'));
  expect((await check(altered)).stdout).toContain('cut off');
  writeFileSync(altered, 'id,text\n1,2\n'.repeat(50));
  const other = await check(altered);
  expect(other.stdout).toContain('not an evidence file');
  expect(other.stdout.split('\n').length).toBeLessThan(25);
  expect((await check(join(elsewhere, 'none'))).code).toBe(2);
  expect((await runParallax(['evidence', 'nosuchid0000', '--out', altered], { dataFolder })).code).toBe(2);
  expect((await runParallax(['evidence', runId, '--out', out], { dataFolder })).code).toBe(2);
});

it('a question with a line separator is exported and imported unchanged, as evidence and answers', async () => {
  const dataFolder = temporaryFolder();
  const parallax = (...args: string[]) => runParallax(args, { dataFolder });
  await parallax('ask', 'Which lock\u2028is best?', '--countries', 'DE');
  const [evidence, answers] = ['evidence.jsonl', 'answers.jsonl'].map((name) => join(dataFolder, name)) as [
    string,
    string,
  ];
  await parallax('evidence', '--project', 'First project', '--out', evidence);
  await parallax('export', '--out', answers);
  expect(readFileSync(evidence, 'utf8')).toContain('\u2028');
  expect(await parallax('verify', evidence)).toMatchObject({ code: 0 });
  expect(await parallax('verify', evidence, '--seal', 'abc')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--seal'),
  });
  const elsewhere = await runParallax(['import', answers], { dataFolder: temporaryFolder() });
  expect(elsewhere).toMatchObject({ code: 0, stderr: expect.stringContaining('1 imported') });
});
