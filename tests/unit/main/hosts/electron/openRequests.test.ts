import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestOf, requestsOf, startedByLink } from '#main/hosts/electron/openRequests.ts';

const runId = '0123456789ab';

describe('what the system asks to open', () => {
  it.each([`parallax://run/${runId}`, `parallax://run/${runId}/`])('takes %s for a run', (link) => {
    expect(requestOf(link, '/')).toEqual({ kind: 'run', runId });
  });

  it.each([
    ['another place', 'parallax://settings/connections'],
    ['another host', `parallax://example.org/run/${runId}`],
    ['a user name', `parallax://run@run/${runId}`],
    ['a port', `parallax://run:80/${runId}`],
    ['a way up', `parallax://run/../settings/${runId}`],
    ['an encoded way up', 'parallax://run/%2e%2e%2fsettings'],
    ['a query', `parallax://run/${runId}?data=/tmp`],
    ['a place in the page', `parallax://run/${runId}#/settings`],
    ['more behind a slash', `parallax://run/${runId}/answers`],
    ['a second line', `parallax://run/${runId}\n--data=/tmp`],
    ['arguments', `parallax://run/${runId} --data /tmp`],
    ['a quotation mark', `parallax://run/${runId}" --no-sandbox "`],
    ['a longer id', `parallax://run/${runId}${'a'.repeat(10_000)}`],
    ['letters of other scripts', 'parallax://run/０１２３４５６７８９ab'],
    ['capitals', 'parallax://run/0123456789AB'],
    ['no id', 'parallax://run/'],
    ['no slashes', `parallax:run/${runId}`],
    ['another scheme', `https://run/${runId}`],
    ['the window’s own scheme', `app://parallax/index.html#/run/${runId}`],
    ['a script', 'javascript:alert(1)//.parallax'],
    ['a file of another machine', 'file://example.org/share/acme.parallax'],
    ['an address that ends like a file', 'https://example.org/acme.parallax'],
    ['a link that ends like a file', 'parallax://run/acme.parallax'],
    ['a switch that ends like a file', '--data=/tmp/acme.parallax'],
    ['a name of nothing else', '.parallax'],
    ['a name that ends before it ends', '/tmp/history.db\0.parallax'],
    ['another file', '/tmp/history.db'],
    ['a path without an end', `/${'a/'.repeat(4000)}acme.parallax`],
    ['nothing', ''],
  ])('takes %s for nothing', (_what, text) => {
    expect(requestOf(text, '/')).toBeNull();
  });

  it('takes a file from the folder it was named in, also as desktops on Linux write it', () => {
    expect(requestOf('Acme & Söhne.PARALLAX', '/home/me')).toEqual({
      kind: 'project',
      file: '/home/me/Acme & Söhne.PARALLAX',
    });
    expect(requestOf('file:///home/me/My%20project.parallax', '/')).toEqual({
      kind: 'project',
      file: '/home/me/My project.parallax',
    });
  });

  it('makes of any text nothing, a run of this form or a file of this kind', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((rest) => `parallax://run/${rest}`),
      fc.string().map((rest) => `file://${rest}.parallax`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const request = requestOf(text, '/');
        if (request?.kind === 'run') expect(request.runId).toMatch(/^[0-9a-z]{12}$/);
        if (request?.kind === 'project') expect(request.file).toMatch(/^\/[^\0]*\.parallax$/i);
      }),
    );
  });

  it('takes every file of a start, and never the data folder', () => {
    const args = [
      '/usr/bin/parallax',
      '--data',
      '/home/me/mine.parallax',
      'a.parallax',
      '/tmp/b.parallax',
      'c.txt',
    ];
    expect(requestsOf(args, '/home/me')).toEqual([
      { kind: 'project', file: '/home/me/a.parallax' },
      { kind: 'project', file: '/tmp/b.parallax' },
    ]);
    expect(requestsOf(['/tmp/program.parallax'], '/')).toEqual([]);
  });

  it('takes nothing but the run of a start by a link, whatever else its author added', () => {
    const link = `parallax://run/${runId}`;
    expect(requestsOf(['parallax', '/tmp/evil.parallax', link, link], '/')).toEqual([{ kind: 'run', runId }]);
    expect(requestsOf(['parallax', '/tmp/evil.parallax', 'parallax://settings'], '/')).toEqual([]);
  });

  it('knows a start by a link, however it is written', () => {
    expect(startedByLink(['--data', '/tmp', 'PARALLAX://x'])).toBe(true);
    expect(startedByLink(['--data', '/tmp/parallax', 'acme.parallax'])).toBe(false);
  });
});
