import { describe, expect, it } from 'vitest';
import { parseRedirectRequest } from '#shared/interface/requests/redirect.ts';

const hosts = ['search.sandbox.example', 'find.*'];

describe('a redirect request', () => {
  it.each([
    'https://search.sandbox.example/goto?url=abc',
    'http://www.search.sandbox.example/url?q=https%3A%2F%2Fa.example',
    'https://find.de/goto?url=abc',
    'https://www.find.co.uk/goto?url=abc',
  ])('takes %s', (url) => {
    expect(parseRedirectRequest({ url }, hosts)).toMatchObject({ ok: true });
  });

  it.each([
    undefined,
    '',
    42,
    '//search.sandbox.example/goto?url=a',
    'https://search.sandbox.example/goto',
    'https://search.sandbox.example/aclk?url=a',
    'https://search.sandbox.example/goto/?url=a',
    'https://search.sandbox.example:8443/goto?url=a',
    'https://a:b@search.sandbox.example/goto?url=a',
    'https://search.sandbox.example.evil.example/goto?url=a',
    'https://169.254.169.254/goto?url=a',
    'https://find.evil.com/goto?url=a',
    'https://find.de.evil.com/goto?url=a',
  ])('refuses %s and names the field', (url) => {
    const parsed = parseRedirectRequest({ url }, hosts);
    expect(parsed.ok ? [] : parsed.issues.map((issue) => issue.field)).toEqual(['url']);
  });

  it('refuses further fields', () => {
    const parsed = parseRedirectRequest(
      { url: 'https://search.sandbox.example/goto?url=a', follow: true },
      hosts,
    );
    expect(parsed.ok ? [] : parsed.issues.map((issue) => issue.field)).toEqual(['follow']);
  });
});
