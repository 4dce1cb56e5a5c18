import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withoutIntegrity } from '../../scripts/lockFile.ts';

const integrity = `sha512-${'a'.repeat(86)}==`;

describe('a package that npm would install without knowing its contents', () => {
  it.each([
    ['without a hash', {}],
    ['with a hash that can be forged', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['with half a hash', { integrity: 'sha512-abc' }],
    ['for another system', { dev: true, optional: true, os: ['darwin'], cpu: ['arm64'] }],
    ['said to be bundled, but in no package', { inBundle: true }],
  ])('fails the check: %s', (_, locked) => {
    expect(withoutIntegrity({ '': {}, 'node_modules/x': locked })).toEqual(['node_modules/x']);
  });

  it('is not one with a hash, of this repository, or inside the file of another', () => {
    const packages = {
      '': {},
      'node_modules/a': { integrity },
      'node_modules/b': { link: true },
      'node_modules/a/node_modules/c': { inBundle: true },
    };
    expect(withoutIntegrity(packages)).toEqual([]);
  });

  it('is not in the lock file, for any system', () => {
    const file = new URL('../../package-lock.json', import.meta.url);
    const { packages } = JSON.parse(readFileSync(file, 'utf8'));
    expect(Object.keys(packages).length).toBeGreaterThan(400);
    expect(withoutIntegrity(packages)).toEqual([]);
  });
});
