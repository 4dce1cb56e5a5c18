import { describe, expect, it } from 'vitest';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import {
  type CompareColumn,
  type CompareSample,
  defaultOptions,
  noContent,
} from '#shared/model/comparison/samples.ts';
import { unknownSource } from '#shared/text/addresses/pages.ts';
import { trueAddress, trueAddresses } from '#shared/text/addresses/redirects.ts';
import { sourceIdentity, urlIdentity } from '#shared/text/addresses/urls.ts';
import { carriedDestination } from '#shared/text/addresses/wrappers.ts';

const redirect = (id: string) => `https://search.cloud.example/grounding-api-redirect/${id}`;

const column = (country: string, over: Partial<CompareSample>): CompareColumn => ({
  id: country,
  label: country,
  market: { country },
  engine: 'assistant-a',
  prompt: 'Which lock?',
  samples: [
    {
      ...noContent,
      observationId: country,
      status: 'completed',
      servedShape: null,
      driver: null,
      surface: null,
      language: null,
      creditsCharged: null,
      latencyMs: null,
      at: null,
      error: null,
      ...over,
    },
  ],
});

const carried = (url: string) => carriedDestination(new URL(url));

describe('an address that only leads on', () => {
  it('counts for the destination it carries', () => {
    expect(carried('https://www.search.example/url?q=https%3A%2F%2Flab.de%2Ftest&sa=t')).toBe(
      'https://lab.de/test',
    );
    expect(carried('https://social.example/l.php?u=https%3A%2F%2Flab.de')).toBe('https://lab.de');
  });

  it('is one page with its copies, whichever engine links to it', () => {
    const pages = [
      'https://www.google.nl/url?q=https://www.rd.nl/artikel/2&sa=U',
      'https://www.google.com/amp/s/www.rd.nl/artikel/2',
      'https://www-rd-nl.cdn.ampproject.org/c/s/www.rd.nl/artikel/2',
      'https://www.rd.nl/artikel/2?gad_source=1&gclid=a',
    ];
    expect(new Set(pages.map((url) => urlIdentity(url)?.normalized))).toEqual(new Set(['rd.nl/artikel/2']));
  });

  it('inside an address inside an address is followed, but not for ever', () => {
    const wrap = (url: string) => `https://l.facebook.com/l.php?u=${encodeURIComponent(url)}`;
    expect(urlIdentity(wrap(wrap('https://lab.de/x')))?.normalized).toBe('lab.de/x');
    let deep = 'https://lab.de/x';
    for (let at = 0; at < 8; at++) deep = wrap(deep);
    expect(urlIdentity(deep)?.domain).toBe(unknownSource);
  });

  it('is distinguished from a page that has a URL among its parameters', () => {
    expect(carried('https://tools.example/check?url=https%3A%2F%2Flab.de')).toBeNull();
    expect(carried('https://search.example/url?q=folding+locks')).toBeNull();
  });

  it('says nothing about the source where the destination is not known', () => {
    expect(urlIdentity('https://bit.ly/3xyz')?.domain).toBe(unknownSource);
    expect(sourceIdentity('https://bit.ly/3xyz', 'bit.ly')?.domain).toBe(unknownSource);
    expect(sourceIdentity('https://bit.ly/3xyz', 'forum.lab.de')?.domain).toBe('lab.de');
    expect(trueAddress(redirect('a'), new Map())).toBeNull();
  });

  it('is known by what the sources say of it: the page once resolved, else whose it is', () => {
    const source = { position: 1, title: '', description: '' };
    const known = trueAddresses([
      {
        ...(column('US', {}).samples[0] as CompareSample),
        sources: [
          { ...source, url: redirect('a'), resolvedUrl: 'https://www.lab.de/test' },
          { ...source, url: redirect('b'), domain: 'forum.lab.de' },
        ],
      },
    ]);
    expect(trueAddress(redirect('a'), known)?.page?.normalized).toBe('lab.de/test');
    expect(trueAddress(redirect('b'), known)).toEqual({ page: null, domain: 'lab.de' });
  });
});

describe('blocks in different languages behind two redirects', () => {
  const german = 'Dieses Schloss ist nach allen Messungen das beste, das wir kennen';
  const english = 'In every measurement this lock came out as the best that we know of';
  const other = 'Cables are light and can be cut by anybody within a few seconds';
  const answer = (text: string, id: string) => `${other} in ${id}.\n\n${text} ([test](${redirect(id)})).`;
  const source = (id: string, resolvedUrl: string) => ({
    position: 1,
    url: redirect(id),
    title: 'Test',
    description: '',
    resolvedUrl,
  });
  const compared = (germanPage: string) =>
    compareObservations(
      [
        column('US', {
          text: 'x',
          markdown: answer(english, 'us'),
          sources: [source('us', 'https://lab.de/test')],
        }),
        column('DE', {
          text: 'x',
          markdown: `${german} ([Test](${redirect('de')})).`,
          language: 'de',
          sources: [source('de', germanPage)],
        }),
      ],
      { ...defaultOptions, baseline: 'US' },
    );
  const together = (germanPage: string) =>
    compared(germanPage).answer.rows.some((row) => row.cells[0] !== null && row.cells[1] !== null);

  it('align by the page both lead to, and not by the host of the redirect', () => {
    expect(together('https://lab.de/test')).toBe(true);
    const anchors = compared('https://other.fr/page').answer.rows.flatMap((row) =>
      row.cells.flatMap((cell) => cell?.anchors?.shared ?? []),
    );
    expect(anchors.filter(({ kind }) => kind === 'domain' || kind === 'url')).toEqual([]);
  });
});
