import { describe, expect, it } from 'vitest';
import { deriveSources } from '#main/history/store/derive/sourceLists.ts';
import { citationsOf } from '#shared/figures/comparison/sources.ts';
import { type CompareSample, noContent } from '#shared/model/comparison/samples.ts';
import { hostName } from '#shared/text/addresses/pages.ts';
import { sourceIdentity } from '#shared/text/addresses/urls.ts';
import { samplesFromResult } from '#shared/text/samples.ts';

const redirect = (id: string) => `https://search.cloud.example/grounding-api-redirect/${id}`;

const result = {
  text: 'Most people trust the Foldmaster.',
  sources: [
    {
      position: 1,
      url: redirect('a'),
      label: 'Locks tested',
      domain: 'www.lab-test.de',
      redirectLink: redirect('a'),
    },
    { position: 2, url: redirect('b'), label: 'More locks', domain: 'forum.lab-test.de' },
    { position: 3, url: 'https://shop.example.org/locks', label: 'Shop' },
    { position: 4, url: redirect('c'), label: 'No host', domain: 'Locks tested: the best of 2026' },
  ],
  citationPills: [
    { label: 'lab-test', citationPillId: 0, url: redirect('d'), domain: 'spiegel.co.uk', position: 1 },
  ],
};

const sample = (over: object = {}): CompareSample => ({
  ...noContent,
  ...samplesFromResult('assistant-b', { ...result, ...over }),
  observationId: 'one',
  status: 'completed',
  servedShape: null,
  driver: null,
  surface: null,
  language: null,
  creditsCharged: null,
  latencyMs: null,
  at: null,
  error: null,
});

describe('a source whose address is a redirect of the engine', () => {
  it('counts for the domain the engine names, in the comparison', () => {
    const domains = citationsOf(sample())?.map(({ identity }) => identity.domain);
    expect(domains).toEqual(['lab-test.de', 'lab-test.de', 'example.org', 'unknown source', 'spiegel.co.uk']);
  });

  it('keeps its address, so that two pages of one domain stay two', () => {
    const [first, second] = citationsOf(sample()) ?? [];
    expect(first?.identity).toMatchObject({ raw: redirect('a'), host: 'lab-test.de', suffix: 'de' });
    expect(first?.identity.normalized).not.toBe(second?.identity.normalized);
  });

  it('counts for the resolved destination once there is one', () => {
    const resolved = sample();
    const [first, ...rest] = resolved.sources ?? [];
    if (first === undefined) throw new Error('There is no source.');
    const known = { ...resolved, sources: [{ ...first, resolvedUrl: 'https://www.real.fr/page' }, ...rest] };
    expect(citationsOf(known)?.[0]?.identity).toMatchObject({
      domain: 'real.fr',
      normalized: 'real.fr/page',
    });
  });

  it('counts for it in the history too, with address and redirect link kept', () => {
    expect(
      deriveSources('assistant-b', result).map(({ url, domain, redirectLink }) => [
        url,
        domain,
        redirectLink,
      ]),
    ).toEqual([
      [redirect('a'), 'lab-test.de', redirect('a')],
      [redirect('b'), 'forum.lab-test.de', null],
      ['https://shop.example.org/locks', 'shop.example.org', null],
      [redirect('c'), 'unknown source', null],
    ]);
  });
});

describe('a named domain', () => {
  it.each([
    ['lab-test.de', 'lab-test.de'],
    [' WWW.Lab-Test.DE. ', 'lab-test.de'],
    ['bücher.example', 'bücher.example'],
    ['例え.jp', '例え.jp'],
    ['Locks tested', null],
    ['lab', null],
    ['3.5', null],
    ['a b.de', null],
    ['https://lab.de/x', null],
    ['', null],
    [null, null],
  ])('%s is %s', (text, host) => {
    expect(hostName(text)).toBe(host);
  });

  it('says nothing new where the address has it', () => {
    const url = 'https://www.news.shop.co.uk/locks';
    expect(sourceIdentity(url, 'shop.co.uk')).toMatchObject({
      host: 'news.shop.co.uk',
      domain: 'shop.co.uk',
    });
    expect(sourceIdentity('mailto:a@b.de', 'b.de')).toBeNull();
  });
});
