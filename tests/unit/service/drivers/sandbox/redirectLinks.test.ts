import { describe, expect, it } from 'vitest';
import { createRedirectLinks } from '#service/drivers/sandbox/redirectLinks.ts';
import { sandboxDefinition } from '#service/drivers/sandbox/sandboxDefinition.ts';
import { parseRedirectRequest } from '#shared/interface/requests/redirect.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { answerTo, driver } from './ask.ts';

const links = createRedirectLinks();

/** Every link of a result with the destination beside it. */
function pairs(value: unknown): { readonly destination: string; readonly redirectLink: string }[] {
  if (Array.isArray(value)) return value.flatMap(pairs);
  if (typeof value !== 'object' || value === null) return [];
  const { redirectLink, link, url, website } = value as Record<string, string | undefined>;
  const destination = link ?? url ?? website;
  const own = redirectLink !== undefined && destination !== undefined ? [{ destination, redirectLink }] : [];
  return [...own, ...Object.values(value).flatMap(pairs)];
}

describe('redirect links', () => {
  it('are accepted by the resolver and lead to the destination shipped beside them', async () => {
    const hosts = driver.redirects?.hosts ?? [];
    const results = [
      await answerTo('search', 'DE', { fields: { include: { aioverview: {}, paaAioverview: true } } }),
      await answerTo('search/news', 'DE'),
      await answerTo('search-ai', 'DE', { fields: { include: { expandProducts: true } } }),
    ];
    for (const result of results) {
      const found = pairs(result);
      expect(found.length).toBeGreaterThan(5);
      for (const { destination, redirectLink } of found) {
        const parsed = parseRedirectRequest({ url: redirectLink }, hosts);
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
        expect(driver.redirects?.resolve(parsed.url)).toBe(destination);
      }
    }
  });

  it('keep any destination whole', () => {
    for (const destination of [
      'https://a.example/?q=ä&b=1#x',
      'https://日本.example/道',
      `https://b.example/${'x'.repeat(2_000)}`,
    ]) {
      expect(links.source.resolve(new URL(links.to(destination)))).toBe(destination);
    }
  });

  it('lead nowhere when they were made up or changed', () => {
    const genuine = links.to('https://a.example/');
    for (const text of [
      'https://search.sandbox.example/goto?url=abc',
      'https://search.sandbox.example/goto?url=https%3A%2F%2Fevil.example',
      `${genuine}x`,
      genuine.replace('url=', 'url=Q'),
      'https://search.sandbox.example/search?q=x',
      'https://search.sandbox.example/goto',
    ]) {
      expect(links.source.resolve(new URL(text)), text).toBeNull();
    }
  });

  it('of the plain kind name their destination openly', () => {
    const link = new URL('https://search.sandbox.example/url?q=https%3A%2F%2Fa.example%2Fx&sa=U');
    expect(links.source.resolve(link)).toBe('https://a.example/x');
  });

  it('are made on the host of the setting', () => {
    const moved = sandboxDefinition.create({ settings: { searchHost: ' Find.Example ' } });
    expect(moved.redirects?.hosts).toEqual(['find.example']);
    expect(createRedirectLinks('find.example').to('https://a.example')).toMatch(
      /^https:\/\/www\.find\.example\/goto\?url=/,
    );
  });
});

describe('the sandbox definition', () => {
  it('is ready without key or setting and covers every engine', () => {
    const made = sandboxDefinition.create({});
    expect(made.readiness()).toEqual({ ready: true });
    expect(Object.keys(made.capabilities)).toEqual(Object.keys(sandboxDefinition.capabilities));
    expect(sandboxDefinition.suggestedFor).toHaveLength(8);
  });

  it('takes its answer time from the settings', async () => {
    const quick = sandboxDefinition.create({ settings: { latencyMs: '0' } });
    const outcome = await quick.answer(driverJob('assistant-b', { prompt: 'x', country: 'US' }));
    expect(outcome.kind).toBe('answer');
  });
});
