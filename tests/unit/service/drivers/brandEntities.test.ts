import { expect, it } from 'vitest';
import { entitiesByRule } from '#service/drivers/brandEntities.ts';
import { entitiesByModel } from '#service/drivers/modelEntities.ts';

const answering = async (text: string) => ({ kind: 'json', text, model: 'm' }) as const;

const names = (markdown: string): string[] => entitiesByRule(markdown).map(({ name }) => name);

it('takes what heads list items, numbered headings and table rows, in order of first mention', () => {
  const markdown = [
    '## 1. Alpina Trail 3',
    '',
    '- **Nordlauf Breeze**: cheap',
    '- **[adidas X1](https://a.example)** – light',
    '- **Best overall: Kutsu 走る**',
    '',
    '| Shoe | Price |',
    '|---|---|',
    '| Alpina Trail 3 | 129 |',
    '| **Größenwahn 4** | 99 |',
  ].join('\n');
  expect(names(markdown)).toEqual([
    'Alpina Trail 3',
    'Nordlauf Breeze',
    'adidas X1',
    'Kutsu 走る',
    'Größenwahn 4',
  ]);
});

it.each([
  '- **Pros:** light',
  '- **Vorteile**',
  '- **まとめ**',
  '- **Which one should you buy?**',
  '- **you should always try them on first**',
  '- **A very long sentence that goes on and on about shoes**',
  '- **42**',
  'Take the **Alpina** in running prose.',
])('finds no name in %j', (markdown) => {
  expect(names(markdown)).toEqual([]);
});

it('names nothing twice, whatever its accents and letter case', () => {
  expect(names('- **Café Racer**\n- **CAFE RACER**')).toEqual(['Café Racer']);
});

it('keeps of a model’s entities only what stands in the text with its quote', async () => {
  const text = 'The **Alpina Trail 3** wins.\nBuy it at ShoeShop.';
  const answer = JSON.stringify({
    entities: [
      { name: 'Alpina Trail 3', kind: 'product', quote: 'Trail 3** wins' },
      { name: 'ShoeShop', kind: 'retailer', quote: 'Buy it at   ShoeShop' },
      { name: 'Alpina Trail 3', kind: 'brand', quote: 'wins' },
      { name: 'Invented', kind: 'brand', quote: 'wins' },
      { name: 'Alpina', kind: 'brand', quote: 'not in there' },
    ],
  });
  const ask = () => answering(`\`\`\`json\n${answer}\n\`\`\``);
  expect(await entitiesByModel(text, ask, 'm')).toEqual([
    { type: 'product', name: 'Alpina Trail 3' },
    { type: 'retailer', name: 'ShoeShop' },
  ]);
});

it.each(['no json', '{"entities":[{"name":1}]}', ''])('says nothing usable came for %j', async (answer) => {
  expect(await entitiesByModel('text', () => answering(answer), 'm')).toBeUndefined();
});
