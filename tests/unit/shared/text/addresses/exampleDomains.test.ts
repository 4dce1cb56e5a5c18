import { describe, expect, it } from 'vitest';
import { isLocal, registrableDomain, urlIdentity } from '#shared/text/addresses/urls.ts';

describe('the domains reserved for examples', () => {
  it('count by the name below their country, and as local to it', () => {
    expect(registrableDomain('shop.gearlab.de.example')).toBe('gearlab.de.example');
    expect(registrableDomain('www.gearlab.example')).toBe('gearlab.example');
    const identity = urlIdentity('https://shop.gearlab.uk.example/locks');
    expect(identity && isLocal(identity, 'GB')).toBe(true);
    expect(identity && isLocal(identity, 'DE')).toBe(false);
  });
});

it('gives every site on a shared suffix a domain of its own', () => {
  expect(
    ['acme.github.io', 'www.rival.github.io', 'a.b.myshopify.com', 'github.io'].map(registrableDomain),
  ).toEqual(['acme.github.io', 'rival.github.io', 'b.myshopify.com', 'github.io']);
  expect(urlIdentity('https://rivalnotes.github.io/pricing')?.domain).not.toBe(
    registrableDomain('acme.github.io'),
  );
});
