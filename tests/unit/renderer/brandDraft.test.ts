import { describe, expect, it } from 'vitest';
import { draftOf, inputOf, problemLine } from '#renderer/features/brands/brandDraft.ts';

const brand = {
  id: 'b1',
  name: 'Foldmaster',
  kind: 'own' as const,
  aliases: [
    { text: 'FM', caseSensitive: true, merged: false },
    { text: 'CycleGuard', merged: true },
  ],
  domains: [
    { domain: 'foldmaster.com', merged: false },
    { domain: 'cycleguard.com', merged: true },
  ],
};

describe('the draft of a brand', () => {
  it('contains the brand’s own names and domains, without those of merged brands', () => {
    expect(inputOf(draftOf(brand, 'competitor'), brand.id)).toEqual({
      id: 'b1',
      name: 'Foldmaster',
      kind: 'own',
      aliases: [{ text: 'FM', caseSensitive: true }],
      domains: ['foldmaster.com'],
      excludedForms: [],
    });
  });

  it('is sent without empty lines', () => {
    const draft = {
      ...draftOf(null, 'competitor'),
      name: 'X',
      aliases: [
        { text: ' ', caseSensitive: true },
        { text: 'Y', caseSensitive: false },
      ],
      domains: ['', 'x.com'],
    };
    expect(inputOf(draft, null)).toEqual({
      name: 'X',
      kind: 'competitor',
      aliases: [{ text: 'Y' }],
      domains: ['x.com'],
      excludedForms: [],
    });
  });

  it('shows a problem at its line', () => {
    const texts = ['', 'a', ' ', 'b'];
    expect(problemLine('aliases.1', 'aliases', texts)).toBe(3);
    expect(problemLine('aliases.0', 'aliases', texts)).toBe(1);
    expect(problemLine('domains.0', 'aliases', texts)).toBe(null);
    expect(problemLine('name', 'aliases', texts)).toBe(null);
  });
});
