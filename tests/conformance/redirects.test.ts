import { expect } from 'vitest';
import { emptied } from './balances.ts';
import { count } from './http.ts';
import { bodyFor, monitor } from './requests.ts';
import { prove } from './rule.ts';
import { redirects } from './rules/redirects.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectError, expectInvalid, expectInvalidBody } from './shapes/errors.ts';
import { resultOf } from './shapes/monitor.ts';
import { resolved } from './shapes/reference.ts';
import { parsedAs, remainingCredits, slotsInUseBecome } from './taskCalls.ts';

const service = serviceForFile();
const path = '/v1/monitor/search/goto';
const resolve = (url: unknown) => service().api.post(path, { url });

/** A result with the link that leads to it, as a search ships them. */
async function shipped(): Promise<{ readonly link: string; readonly redirectLink: string }> {
  const result = resultOf('search', await service().api.post(monitor('search'), bodyFor('search')));
  for (const { link, redirectLink } of result.organicResults) {
    if (redirectLink !== undefined) return { link, redirectLink };
  }
  throw new Error('no result has a redirectLink');
}

prove(redirects, {
  'GOTO-1': async () => {
    const { api } = service();
    const found = resultOf('search', await api.post(monitor('search'), bodyFor('search'))).organicResults;
    const reported = resultOf('search/news', await api.post(monitor('search/news'), bodyFor('search/news')));
    const answered = resultOf('search-ai', await api.post(monitor('search-ai'), bodyFor('search-ai')));
    const pairs = [
      ...found,
      ...reported.newsResults,
      ...answered.sources.map(({ url, redirectLink }) => ({ link: url, redirectLink })),
    ];
    expect(pairs.length).toBeGreaterThan(10);
    for (const { link, redirectLink } of pairs) {
      expect(parsedAs(resolved, await resolve(redirectLink)).url).toBe(link);
    }
  },

  'GOTO-2': async () => {
    const { link, redirectLink } = await shipped();
    expect((await resolve(redirectLink)).body).toEqual({ url: link });
  },

  'GOTO-3': async () => {
    expectInvalid(await service().api.post(path, {}), 400, 'url');
    expectInvalid(await resolve(null), 400, 'url');
  },

  'GOTO-4': async () => {
    for (const url of ['', '/goto?url=x', 'goto', 'ftp://x.example/goto', 7]) {
      expectInvalid(await resolve(url), 400, 'url');
    }
  },

  'GOTO-5': async () => {
    const { redirectLink } = await shipped();
    const { host } = new URL(redirectLink);
    const bare = host.replace(/^www\./, '');
    for (const main of [bare, `www.${bare}`]) {
      expect((await resolve(redirectLink.replace(host, main))).status).toBe(200);
    }
    expectInvalid(await resolve(redirectLink.replace(host, 'elsewhere.example')), 400, 'url');
    expectInvalid(await resolve(redirectLink.replace(host, `maps.${bare}`)), 400, 'url');
  },

  'GOTO-6': async () => {
    const { redirectLink } = await shipped();
    for (const other of ['/', '/search', '/goto/more', '/gotos', '/aclk']) {
      const url = new URL(redirectLink);
      url.pathname = other;
      expectInvalid(await resolve(url.href), 400, 'url');
    }
    expect((await resolve(redirectLink.replace('/goto?', '/url?'))).status).not.toBe(400);
  },

  'GOTO-7': async () => {
    const { redirectLink } = await shipped();
    expectInvalid(await resolve([redirectLink]), 400, 'url');
    expectInvalidBody(await service().api.post(path, [{ url: redirectLink }]), 400);
    expectInvalid(await service().api.post(path, { url: redirectLink, more: 1 }), 400, 'more');
  },

  'GOTO-8': async () => {
    const { redirectLink } = await shipped();
    const before = await remainingCredits(service().api);
    expect((await resolve(redirectLink)).status).toBe(200);
    expect(await remainingCredits(service().api)).toBe(before);
  },

  'GOTO-9': async () => {
    const { redirectLink } = await shipped();
    const { api } = await service().account('free');
    const running = api.post(monitor('assistant-a'), bodyFor('assistant-a', {}, 'latency=1000'));
    await slotsInUseBecome(api, 1);
    expect((await api.post(path, { url: redirectLink })).status).toBe(200);
    expect((await running).status).toBe(200);
  },

  'GOTO-10': async () => {
    const { redirectLink } = await shipped();
    const { api } = await service().account('free');
    await emptied(api);
    expect((await api.post(path, { url: redirectLink })).status).toBe(200);
  },

  'GOTO-11': async () => {
    const { redirectLink } = await shipped();
    for (const answer of [await resolve(redirectLink), await resolve('nonsense')]) {
      expect(count(answer, 'X-RateLimit-Limit')).toBeGreaterThan(0);
      expect(count(answer, 'X-RateLimit-Remaining')).toBeLessThan(count(answer, 'X-RateLimit-Limit'));
    }
  },

  'GOTO-12': async () => {
    const { redirectLink } = await shipped();
    const answer = await resolve(`${new URL(redirectLink).origin}/goto?url=nobody-made-this-link`);
    expect(expectError(answer, 502, 'EXTERNAL_SERVICE_ERROR').details).toMatchObject({
      service: expect.stringMatching(/\S/),
    });
  },

  'GOTO-13': async () => {
    const { redirectLink } = await shipped();
    for (const taskType of ['SEARCH_GOTO', 'search/goto', 'GOTO']) {
      const task = { taskType, payload: { url: redirectLink } };
      expectInvalid(await service().api.post('/v1/async/task', task), 422, 'taskType');
    }
  },

  'GOTO-14': async () => {
    const { host } = new URL((await shipped()).redirectLink);
    const tricks = [
      `https://${host}@127.0.0.1/goto?url=x`,
      `https://127.0.0.1/goto?url=x`,
      `https://${host}.elsewhere.example/goto?url=x`,
      `https://elsewhere.example/goto?host=${host}`,
      `https://${host}:8443/goto?url=x`,
      `https://user:secret@${host}/goto?url=x`,
      `https://[::1]/goto?url=x`,
    ];
    for (const url of tricks) expectInvalid(await resolve(url), 400, 'url');
  },
});
