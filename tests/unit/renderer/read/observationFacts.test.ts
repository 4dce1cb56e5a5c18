import { describe, expect, it } from 'vitest';
import { citationCounts, countryWarning, countWords } from '#renderer/reading/observationFacts.ts';
import type { SourceView } from '#shared/model/observation.ts';

const source = (url: string, position: number): SourceView => ({
  url,
  position,
  label: url,
  description: null,
  domain: new URL(url).hostname.replace(/^www\./, ''),
  redirectLink: null,
});

describe('citations in the text', () => {
  it('counts links to a URL, not to a longer one that begins with it', () => {
    const sources = [source('https://a.example/b', 1), source('https://a.example/bc', 2)];
    const markdown = 'x [1](https://a.example/b) y [2](https://a.example/bc) z [1](https://a.example/b)';
    expect(citationCounts({ sources, markdown })).toEqual([2, 1]);
  });

  it('has none in an answer without Markdown', () => {
    expect(citationCounts({ sources: [source('https://a.example/b', 1)], markdown: null })).toEqual([0]);
  });
});

describe('words', () => {
  it('are counted by the rules of the language', () => {
    expect(countWords('one, two – three', 'en')).toBe(3);
    expect(countWords('折りたたみ自転車の鍵', 'ja')).toBeGreaterThan(2);
    expect(countWords('anything', 'not a language tag')).toBe(1);
  });
});

describe('the country an answer was served for', () => {
  const asked = (countryHonoured: string | null) =>
    countryWarning({ market: { country: 'DE' }, countryHonoured });
  it('is shown only if it was not a parameter of the engine', () => {
    expect(asked('parameter')).toBeNull();
    expect(asked('not-requested')).toBeNull();
    expect(asked(null)).toBeNull();
    expect(asked('prompt-hint')).toContain('added to the prompt');
    expect(asked('not-applied')).toContain('was not sent');
  });
});
