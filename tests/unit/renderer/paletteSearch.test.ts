import { expect, it } from 'vitest';
import { type PaletteEntry, searchPalette } from '#renderer/app/paletteSearch.ts';

const entry = (title: string, group: string, words = ''): PaletteEntry => ({
  id: `${group} ${title}`,
  title,
  group,
  words,
  run: () => undefined,
});
const entries = [
  entry('History', 'Go to', 'runs past export csv'),
  entry('Export report as PDF', 'Export', 'download save'),
  entry('Provider of an engine', 'Settings', 'chatgpt openai'),
  entry('Ask in Germany', 'Markets', 'DE Deutschland'),
  entry('Ask in Ukraine', 'Markets', 'UA'),
  entry('Ask in United Kingdom', 'Markets', 'GB uk britain'),
  entry('Trends of Müller & Söhne', 'Brands', 'brand'),
  entry('折りたたみ自転車の鍵', 'Plans', 'plan'),
];
const found = (text: string): readonly string[] =>
  searchPalette(entries, text).flatMap((group) => group.entries.map(({ title }) => title));

it('finds by title, by synonyms, and regardless of accents', () => {
  expect(found('export')).toEqual(['Export report as PDF', 'History']);
  expect(found('chatgpt')).toEqual(['Provider of an engine']);
  expect(found('deutsch')).toEqual(['Ask in Germany']);
  expect(found('muller')).toEqual(['Trends of Müller & Söhne']);
  expect(found('自転車')).toEqual(['折りたたみ自転車の鍵']);
});

it('requires every word, and ranks a full match above a prefix of another', () => {
  expect(found('report download')).toEqual(['Export report as PDF']);
  expect(found('report germany')).toEqual([]);
  expect(found('uk')).toEqual(['Ask in United Kingdom', 'Ask in Ukraine']);
});
