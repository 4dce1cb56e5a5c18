import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '#service/server.ts';
import { engines } from '#shared/interface/engines.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');

/** A project that has installed the package as `npm pack` makes it, with the README's examples as its programs. */
let folder: string;
let service: RunningService;
let secret: string;
let names: readonly string[];
let files: readonly string[];

type Packed = { readonly filename: string; readonly files: readonly { readonly path: string }[] };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parallax-client-'));
  const library = join(folder, 'node_modules/parallax-client');
  await mkdir(library, { recursive: true });
  const pack = ['pack', '--workspace', 'parallax-client', '--pack-destination', folder, '--json'];
  const packed = JSON.parse((await run('npm', pack, { cwd: root })).stdout) as readonly [Packed];
  files = packed[0].files.map(({ path }) => path);
  const archive = join(folder, packed[0].filename);
  await run('tar', ['-xzf', archive, '--strip-components=1', '-C', library]);
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  const readme = await readFile(join(root, 'packages/client/README.md'), 'utf8');
  const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code ?? '');
  names = examples.map((_, at) => `example${at + 1}.ts`);
  for (const [at, name] of names.entries()) await writeFile(join(folder, name), examples[at] ?? '');
  service = await startService(
    {
      host: '127.0.0.1',
      port: 0,
      plan: 'growth',
      dataFolder: join(folder, 'service'),
      allowPrivateWebhooks: true,
    },
    { environment: { SANDBOX_LATENCY_MS: '0' } },
  );
  const rotated = (await service.operator.call('webhook-secret.rotate', {})) as {
    readonly output: { readonly secret: string };
  };
  secret = rotated.output.secret;
});
afterAll(async () => {
  await service.stop(0);
  await rm(folder, { recursive: true, force: true });
});

async function said(example: number): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [join(folder, `example${example}.ts`)], {
    env: {
      ...process.env,
      SERVICE_URL: service.baseUrl,
      SERVICE_KEY: service.apiKey,
      WEBHOOK_SECRET: secret,
    },
  });
  return stdout.trimEnd().split('\n');
}

it('the package has its code and the generated types, and nothing else', async () => {
  const compiled = files.filter((path) => path.startsWith('dist/'));
  expect(compiled).toContain('dist/interface.d.ts');
  expect(compiled).toContain('dist/interface.js');
  expect(files.filter((path) => !compiled.includes(path)).toSorted()).toEqual(['README.md', 'package.json']);
  const types = await readFile(join(folder, 'node_modules/parallax-client/dist/interface.d.ts'), 'utf8');
  for (const engine of engines) expect(types).toContain(`readonly '${engine}': `);
});

describe('the examples of the client library', () => {
  it('compile against the built package', async () => {
    expect(names).toHaveLength(5);
    const options = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext'];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    await run(process.execPath, [tsc, ...options, ...types, ...names], { cwd: folder });
  });

  it('ask one engine', async () => {
    const [size, cost] = await said(1);
    expect(size).toMatch(/^[1-9]\d* characters, [1-9]\d* sources$/);
    expect(cost).toMatch(/^[1-9]\d* credits, \d+ left$/);
  });

  it('queue a task and wait for it', async () => {
    expect(await said(2)).toEqual([expect.stringMatching(/^[1-9]\d* organic results$/)]);
  });

  it('ask many questions, and charge none twice after a restart', async () => {
    const balance = async () => (await service.operator.call('accounts.list', {})) as unknown;
    expect(await said(3)).toEqual(['10 of 10 completed']);
    const before = await balance();
    expect(await said(3)).toEqual(['10 of 10 completed']);
    expect(await balance()).toEqual(before);
  });

  it('are received by a webhook', async () => {
    expect(await said(4)).toEqual(['ASSISTANT_C: completed']);
  });

  it('distinguish failures', async () => {
    const [first, ...fields] = await said(5);
    expect(first).toBe('400 VALIDATION_ERROR');
    expect(fields).toEqual([expect.stringMatching(/^prompt: /)]);
  });
});
