import { expect, it } from 'vitest';
import { markdownPage } from '#service/drivers/markdownPage.ts';

const page = (markdown: string, more: Partial<Parameters<typeof markdownPage>[0]> = {}): string =>
  markdownPage({ title: 'Which <shoes>?', markdown, sources: [], provider: 'P', ...more });

it('renders headings, tables, lists and links of the answer', () => {
  const html = page('# Größe\n\n| a |\n|---|\n| 1 |\n\n- [x](https://x.example)');
  expect(html).toContain('<h1>Größe</h1>');
  expect(html).toContain('<td>1</td>');
  expect(html).toContain('<a href="https://x.example">x</a>');
});

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '![x](javascript:alert(1))',
  '<iframe src="https://evil.example"></iframe>',
  '<style>body{display:none}</style>',
])('lets nothing run or load from %j', (markdown) => {
  const html = page(markdown);
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? '';
  expect(main).not.toMatch(/script|onerror|javascript:|<iframe|<style/i);
  expect(html).toContain("default-src 'none'");
});

it('escapes the question and the sources', () => {
  const html = page('x', {
    sources: [
      { url: 'javascript:alert(1)', label: '<b>"' },
      { url: 'https://a.example/?a=1&b="', label: '' },
    ],
  });
  expect(html).toContain('<h1 dir="auto">Which &lt;shoes&gt;?</h1>');
  expect(html).not.toContain('javascript:');
  expect(html).toContain('href="https://a.example/?a=1&amp;b=&quot;"');
});

it('says whose page it is not', () => {
  expect(page('x', { model: 'm-1' })).toContain(
    'Rendered from the answer&#39;s Markdown'.replace('&#39;', "'"),
  );
  expect(page('x', { model: 'm-1' })).toContain('as P, model m-1 gave it');
});
