import { describe, expect, it } from 'vitest';
import { noContent } from '#shared/model/comparison/samples.ts';
import { isLocal, urlIdentity } from '#shared/text/addresses/urls.ts';
import { parseAnswer, parseContent } from '#shared/text/markdown/blocks.ts';
import { parseNumber } from '#shared/text/words/amounts.ts';
import { textDirection } from '#shared/text/words/direction.ts';
import { identifyLanguage } from '#shared/text/words/language.ts';
import { numberRules } from '#shared/text/words/numberRules.ts';
import { parsePrice } from '#shared/text/words/numbers.ts';
import { sentences, tokenize } from '#shared/text/words/tokens.ts';

describe('blocks', () => {
  const markdown = `# Short answer

For cities a **folding lock** is *usual* ([gearlab.example](https://gearlab.example/locks)).

1. First
   - nested
2. Second

| Model | Price |
|---|---|
| A | $84.00 |

\`\`\`
code
\`\`\`

> quoted words[^1]

[^1]: the note`;
  const { blocks } = parseAnswer('', markdown);

  it('finds headings, paragraphs, items, rows and code in reading order', () => {
    expect(blocks.map((block) => [block.kind, block.text])).toEqual([
      ['heading', 'Short answer'],
      ['paragraph', 'For cities a folding lock is usual.'],
      ['list-item', 'First'],
      ['list-item', 'nested'],
      ['list-item', 'Second'],
      ['table-row', 'Model | Price'],
      ['table-row', 'A | $84.00'],
      ['code', 'code'],
      ['paragraph', 'quoted words'],
      ['paragraph', 'the note'],
    ]);
    expect(
      blocks
        .filter((block) => block.kind === 'list-item')
        .map((block) => [block.listRank, block.depth, block.ordered]),
    ).toEqual([
      [1, 0, true],
      [1, 1, false],
      [2, 0, true],
    ]);
    expect(blocks.filter((block) => block.kind === 'table-row').map((block) => block.header)).toEqual([
      true,
      false,
    ]);
  });

  it('keeps formatting as offsets into the plain text, and tells a citation mark from a link', () => {
    const { text, spans, marks } = blocks[1] ?? { text: '', spans: [], marks: [] };
    expect(spans.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['strong', 'folding lock'],
      ['emphasis', 'usual'],
    ]);
    expect(marks.map(({ at, label }) => [text.slice(at - 5, at), label])).toEqual([
      ['usual', 'gearlab.example'],
    ]);
  });

  it('reads plain text by its lines', () => {
    const { blocks: plain } = parseAnswer('Three locks:\n\n1. A\n2. B\n\n• loose\n\nThe end.', null);
    expect(plain.map((block) => [block.kind, block.text, block.listRank])).toEqual(
      [
        ['paragraph', 'Three locks:', null],
        ['list-item', 'A', 1],
        ['list-item', 'B', 2],
        ['list-item', 'loose', 1],
        ['paragraph', 'The end.', null],
      ].map((row, index) => (index === 3 ? ['list-item', 'loose', 3] : row)),
    );
  });

  it('joins lines that were wrapped', () => {
    const { blocks: wrapped } = parseAnswer(
      'This line was broken by whoever wrote it so that it fits on a screen\nand goes on here.',
      null,
    );
    expect(wrapped).toHaveLength(1);
  });

  it('turns results and products into blocks of their own sections', () => {
    const { sections } = parseContent({
      ...noContent,
      organic: [
        {
          position: 1,
          title: 'Locks tested',
          url: 'https://a.example/x',
          snippet: 'We cut eight.',
          date: null,
          page: 1,
        },
      ],
      shopping: [
        {
          position: 1,
          title: 'Foldmaster',
          identifier: '1',
          brand: null,
          url: 'https://s.example',
          price: '$84.00',
          oldPrice: null,
          seller: 'Store',
          rating: null,
          reviews: null,
          description: null,
          offers: [],
        },
      ],
    });
    expect(sections.map(({ section, blocks: found }) => [section, found[0]?.kind, found[0]?.text])).toEqual([
      ['organic', 'result', 'Locks tested\nWe cut eight.'],
      ['products', 'product', 'Foldmaster\n$84.00 Store'],
    ]);
  });
});

describe('numbers', () => {
  it.each([
    ['1,299.50', 'en', 1299.5],
    ['1.299,50', 'de', 1299.5],
    ['1 299,50', 'fr', 1299.5],
    ['1’299.50', 'de', 1299.5],
    ['1,299', 'en', 1299],
    ['1.299', 'de', 1299],
    ['1,5', 'de', 1.5],
    ['1.5', 'en', 1.5],
    ['٢٫٥', 'ar', 2.5],
    ['१,२३४', 'hi', 1234],
    ['12,345,678', 'en', 12345678],
    ['0.125', 'de', 0.125],
  ])('reads %s in %s as %d', (written, language, value) => {
    expect(parseNumber(written, numberRules(language))).toBe(value);
  });

  it.each([
    ['$84.00', 'en', 84, '$'],
    ['79,90 €', 'de', 79.9, 'EUR'],
    ['ab 1.299,00 €', 'de', 1299, 'EUR'],
    ['R$ 549,00', 'pt', 549, 'BRL'],
    ['￥12,200', 'ja', 12200, '¥'],
    ['12,800円', 'ja', 12800, 'JPY'],
    ['309 درهم', 'ar', 309, 'AED'],
    ['₹6,999', 'en', 6999, 'INR'],
    ['1 990 Kč', 'cs', 1990, 'CZK'],
    ['CHF 95.00', 'de', 95, 'CHF'],
  ])('reads the price %s', (shown, language, amount, currency) => {
    expect(parsePrice(shown, numberRules(language))).toEqual({ amount, currency });
  });

  it('reads no price where there is none', () => {
    expect(parsePrice('on request', numberRules('en'))).toBeNull();
  });
});

describe('tokens', () => {
  const keys = (text: string, language: string) =>
    tokenize(text, numberRules(language)).map((token) => token.key);

  it('leave nothing out and never overlap', () => {
    for (const text of [
      'It’s $84.00, 1.2 kg! 👨‍👩‍👧 [1] https://a.example/x.',
      '自転車の鍵は1,299円です。',
      'المنزل ٢٫٥ كغ',
      'กุญแจ 90 บาท',
    ]) {
      let end = 0;
      for (const token of tokenize(text, numberRules('en'))) {
        expect(text.slice(end, token.start).trim()).toBe('');
        expect(token.end).toBeGreaterThan(token.start);
        end = token.end;
      }
      expect(text.slice(end).trim()).toBe('');
    }
  });

  it('keep prices, units and addresses whole and comparable across ways of writing', () => {
    expect(keys('1.299,00 € und 2,5 kg', 'de')).toEqual(['1299 EUR', 'und', '2.5 kg']);
    expect(keys('€1,299 and 2.5kg', 'en')).toEqual(['1299 EUR', 'and', '2.5 kg']);
    expect(keys('See gearlab.example/a, ok.', 'en')).toEqual(['See', 'gearlab.example/a', ',', 'ok', '.']);
    expect(keys('2026-11-20', 'en')).toEqual(['2026-11-20']);
  });

  it('take a name as one token when told where it is', () => {
    expect(
      tokenize('the Foldmaster 90 wins', numberRules('en'), [{ start: 4, end: 17, key: 'F' }]).map(
        (token) => token.key,
      ),
    ).toEqual(['the', 'F', 'wins']);
  });

  it('split sentences without gaps', () => {
    const text = 'One. Two! これは鍵です。Four';
    const found = sentences(text, 'en');
    expect(found[0]?.[0]).toBe(0);
    expect(found.at(-1)?.[1]).toBe(text.length);
    found.slice(1).forEach(([start], at) => {
      expect(start).toBe(found[at]?.[1]);
    });
  });
});

describe('URL identity', () => {
  it.each([
    ['https://www.Gearlab.example/Locks/', 'gearlab.example/Locks'],
    ['http://gearlab.example/Locks?utm_source=x&b=2&a=1&gclid=3', 'gearlab.example/Locks?a=1&b=2'],
    ['https://gearlab.example/#:~:text=strong', 'gearlab.example'],
    ['https://gearlab.example/#/locks', 'gearlab.example#/locks'],
    ['gearlab.example:8080/x', 'gearlab.example:8080/x'],
    ['https://例え.example/鍵', '例え.example/%E9%8D%B5'],
  ])('%s is %s', (raw, normalized) => {
    expect(urlIdentity(raw)?.normalized).toBe(normalized);
  });

  it('keeps raw and query-stripped forms and the registrable domain', () => {
    expect(urlIdentity('https://news.shop.co.uk/a?b=1')).toMatchObject({
      raw: 'https://news.shop.co.uk/a?b=1',
      withoutQuery: 'news.shop.co.uk/a',
      domain: 'shop.co.uk',
      suffix: 'co.uk',
    });
    expect(urlIdentity('mailto:a@b.example')).toBeNull();
    expect(urlIdentity('not an address at all')).toBeNull();
  });

  it('knows the country’s own suffix', () => {
    const local = (url: string, country: string) =>
      isLocal(
        urlIdentity(url) ?? {
          raw: '',
          normalized: '',
          withoutQuery: '',
          host: '',
          domain: '',
          suffix: '',
          path: '',
        },
        country,
      );
    expect([
      local('https://a.de/x', 'DE'),
      local('https://a.co.uk', 'GB'),
      local('https://a.com', 'DE'),
      local('https://a.gov', 'US'),
    ]).toEqual([true, true, false, true]);
  });
});

describe('language', () => {
  it.each([
    ['en', 'The lock is strong and it is what most riders use for the city.'],
    ['de', 'Das Schloss ist stabil und wird von den meisten für die Stadt benutzt.'],
    ['fr', 'Le cadenas est solide et il est utilisé par la plupart des cyclistes.'],
    ['es', 'El candado es fuerte y lo usa la mayoría de los ciclistas para la ciudad.'],
    ['pt', 'O cadeado é forte e é usado pela maioria das pessoas na cidade, não só à noite.'],
    ['it', 'Il lucchetto è robusto ed è quello che si usa di più nella città.'],
    ['nl', 'Het slot is sterk en wordt door de meeste mensen in de stad gebruikt.'],
    ['pl', 'Zamek jest mocny i większość osób używa go w mieście, ponieważ nie jest drogi.'],
    ['sv', 'Låset är starkt och det är vad de flesta använder i staden.'],
    ['tr', 'Bu kilit çok güçlü ve şehirde kullanmak için en iyi seçenek.'],
    ['ru', 'Замок прочный, и для города это лучший выбор, если не нужен очень лёгкий.'],
    ['uk', 'Замок міцний, і для міста це найкращий вибір, якщо потрібен надійний.'],
    ['ja', '自転車の鍵はFoldmaster 90が最も安全です。'],
    ['zh', '自行车锁首选Foldmaster 90,它很安全。'],
    ['ko', '자전거 자물쇠는 Foldmaster 90이 가장 안전합니다.'],
    ['ar', 'القفل قوي وهو الأفضل في المدينة من بين كل ما جربناه.'],
    ['he', 'המנעול חזק והוא הטוב ביותר לעיר.'],
    ['th', 'กุญแจนี้แข็งแรงและเหมาะกับในเมือง'],
    ['hi', 'यह ताला मजबूत है और शहर के लिए सबसे अच्छा है।'],
    ['vi', 'Khóa này rất chắc và được nhiều người dùng trong thành phố.'],
    ['id', 'Gembok ini kuat dan paling banyak digunakan di kota untuk sepeda.'],
  ])('recognizes %s', (code, text) => {
    const found = identifyLanguage(text);
    expect(found.code).toBe(code);
    expect(found.direction).toBe(code === 'ar' || code === 'he' ? 'rtl' : 'ltr');
  });

  it('does not guess from nothing, and lets a declared language decide only then', () => {
    expect(identifyLanguage('42')).toMatchObject({ code: 'und', confidence: 0 });
    expect(identifyLanguage('42', 'pt-BR').code).toBe('pt');
    expect(identifyLanguage('The lock is strong and it is what most riders use.', 'de').code).toBe('en');
  });

  it('tells the direction of a block by most of its letters, also after a foreign name', () => {
    expect(textDirection('1. Dar Al Reem – أفضل اختيار إجمالًا في المنتديات المتخصصة')).toBe('rtl');
    expect(textDirection('The name الريم means the gazelle and is spelled in many ways')).toBe('ltr');
    expect(textDirection('2026 – 5')).toBe('ltr');
    expect([textDirection('123 שלום'), textDirection('Foldmaster שלום'), textDirection('')]).toEqual([
      'rtl',
      'ltr',
      'ltr',
    ]);
  });
});
