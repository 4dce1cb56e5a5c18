import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageHeaders } from '#main/hosts/common/pagePolicy.ts';
import { answerWindowRequest } from '#main/hosts/electron/windowScheme.ts';

let parent: string;
let folder: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'parallax-scheme-'));
  folder = join(parent, 'renderer');
  await mkdir(folder);
  await writeFile(join(folder, 'index.html'), '<title>Parallax</title>');
  await writeFile(join(parent, 'secret.html'), 'secret');
});
afterAll(() => rm(parent, { recursive: true, force: true }));

const get = (url: string, method = 'GET'): Promise<Response> => answerWindowRequest(folder, { method, url });

describe('the app scheme', () => {
  it('answers with the page under the same policy as the browser host', async () => {
    const page = await get('app://parallax/index.html');
    expect([page.status, await page.text()]).toEqual([200, '<title>Parallax</title>']);
    expect(Object.fromEntries(page.headers)).toMatchObject(
      Object.fromEntries(Object.entries(pageHeaders).map(([name, value]) => [name.toLowerCase(), value])),
    );
    expect((await get('app://parallax/')).status).toBe(200);
  });

  it.each([
    'app://parallax/../secret.html',
    'app://parallax/%2e%2e/secret.html',
    'app://parallax/..%2fsecret.html',
    'app://parallax/%2e%2e%2fsecret.html',
    'app://parallax/..%5csecret.html',
    'app://parallax//secret.html',
    'app://other/index.html',
    'app://parallax@other/index.html',
    'file:///index.html',
    'nonsense',
  ])('finds nothing at %s', async (url) => {
    expect((await get(url)).status).toBe(404);
  });

  it('is only read', async () => {
    expect((await get('app://parallax/index.html', 'POST')).status).toBe(405);
  });
});
