import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kindOf, textOf } from '#shared/planning/fileText.ts';
import { isKeywordHead, readKeywordRows } from '#shared/planning/keywordFile.ts';
import { isQuestionHead, questionsFromRows } from '#shared/planning/questionList.ts';
import { fileTable } from '#shared/planning/tableFile.ts';
import { rowsOf } from '#shared/planning/tableRows.ts';
import { encoded } from '#tests/support/files/encoded.ts';

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../fixtures/cases/${name}`, import.meta.url)));

/** What a list of questions is read as. */
async function read(name: string) {
  const { rows, source } = await fileTable(fixture(name), isQuestionHead);
  const { column, questions } = questionsFromRows(rows);
  return {
    column,
    source,
    texts: questions.map(({ text }) => text),
    tags: questions.map(({ tags }) => tags),
  };
}

describe('a file of questions', () => {
  it.each([
    [
      'excel-unicode.txt',
      'question',
      'encoding UTF-16',
      ['Welches Schloss für E-Bikes?', 'どの自転車ロックがいい？'],
    ],
    [
      'excel-ansi.csv',
      'question',
      'encoding Windows-1252',
      ['Welches Schloss für E-Bikes hält länger?', 'Wie öffne ich ein Fahrradschloß ohne Schlüssel?'],
    ],
    [
      'commas-no-header.csv',
      null,
      'encoding UTF-8',
      [
        'Which lock is best, Abus or Kryptonite?',
        'Is a folding lock safe, and for how long?',
        'How heavy is it?',
      ],
    ],
    [
      'excel-sep.csv',
      'question',
      'encoding UTF-8',
      ['Welches Faltschloss ist das beste?', 'Was kostet ein Fahrradschloss?'],
    ],
    [
      'lines-mac.txt',
      null,
      'encoding UTF-8',
      ['Best bike lock?', 'Is a U lock safe?', 'Which lock is light?'],
    ],
    ['keyword-as-questions.csv', 'Keyword', 'encoding UTF-8', ['bike lock']],
  ])('%s: heading, encoding and every question whole', async (name, column, source, texts) => {
    expect(await read(name)).toMatchObject({ column, source, texts });
  });

  it.each([
    ['Prompt Text,Topic\nBest lock for commuters,Locks', ['Best lock for commuters']],
    [
      'Topic,User question\nLocks,Best lock for commuters?\nPrice,Cheapest lock?',
      ['Best lock for commuters?', 'Cheapest lock?'],
    ],
    ['Questions:\nBest lock?', ['Best lock?']],
    ['# Questions\n- Best lock?\n- [x] Cheapest?', ['Best lock?', 'Cheapest?']],
    ['Frage (DE);Thema\nBestes Schloss?;Kauf', ['Bestes Schloss?']],
    ['mots-clés;volume\nantivol vélo;90', ['antivol vélo']],
    ['Modifier Type,Modifier,Suggestion,Search Volume\nquestions,are,are locks safe,90', ['are locks safe']],
    [
      'Type,Idea,Searches\nquestions,are locks safe,90\nquestions,how to lock,70',
      ['are locks safe', 'how to lock'],
    ],
    ['1、最好的锁是什么？\n2、最便宜的锁？', ['最好的锁是什么？', '最便宜的锁？']],
    ['① 一番良い鍵は？\n② 一番安い鍵は？', ['一番良い鍵は？', '一番安い鍵は？']],
    ['Q1: Best lock?\nQ2: Cheapest?', ['Best lock?', 'Cheapest?']],
    ['• Best lock?\n  ◦ Cheapest?', ['Best lock?', 'Cheapest?']],
    ['| Question | Tag |\n|---|---|\n| Best lock? | a |', ['Best lock?']],
    ['“Best lock?”\n“Cheapest?”', ['Best lock?', 'Cheapest?']],
    ['1. FC Köln Tickets?', ['1. FC Köln Tickets?']],
  ])('is read without what surrounds its questions: %s', (text, texts) => {
    const { questions } = questionsFromRows(rowsOf(text, isQuestionHead).rows);
    expect(questions.map((question) => question.text)).toEqual(texts);
    const { candidates } = readKeywordRows(rowsOf(text, isKeywordHead).rows);
    expect(candidates.map((candidate) => candidate.text)).toEqual(texts);
  });

  it('leaves the straight quotation marks of a search', () => {
    expect(questionsFromRows([['"folding lock"']]).questions[0]?.text).toBe('"folding lock"');
  });

  it('follows a person who says that there is no heading, or another column', () => {
    const rows = [
      ['Best keyword', 'Question'],
      ['bike lock', 'Which lock?'],
    ];
    const texts = (...args: Parameters<typeof questionsFromRows>) =>
      questionsFromRows(...args).questions.map(({ text }) => text);
    expect(texts(rows)).toEqual(['Which lock?']);
    expect(texts(rows, { row: 0, column: 0 })).toEqual(['bike lock']);
    expect(texts(rows, null)).toEqual(['Best keyword', 'bike lock']);
  });

  it('keeps the tags of a file whose first line states the separator', async () => {
    expect((await read('excel-sep.csv')).tags).toEqual([['de', 'schloss'], ['de']]);
  });

  it('is read from the sheet of a workbook that has questions', async () => {
    expect(await read('questions.xlsx')).toMatchObject({ column: 'question', source: 'sheet "Answers"' });
    await expect(fileTable(fixture('questions.xlsx'), isQuestionHead, 'Prices')).rejects.toThrow(
      'has no sheet "Prices". Sheets: Summary, Answers',
    );
  });

  it.each([
    [
      'shift_jis',
      'Shift_JIS',
      [0x8e, 0xa9, 0x93, 0x5d, 0x8e, 0xd4, 0x82, 0xcc, 0x8c, 0xae, 0x82, 0xcd],
      '自転車の鍵は',
    ],
    [
      'gb18030',
      'GB18030',
      [0xd7, 0xd4, 0xd0, 0xd0, 0xb3, 0xb5, 0xcb, 0xf8, 0xc4, 0xc4, 0xb8, 0xf6, 0xba, 0xc3],
      '自行车锁哪个好',
    ],
    [
      'windows-1251',
      'Windows-1251',
      [0xcb, 0xf3, 0xf7, 0xf8, 0xe8, 0xe9, 0x20, 0xe7, 0xe0, 0xec, 0xee, 0xea],
      'Лучший замок',
    ],
    [
      'windows-1252',
      'Windows-1252',
      [0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x66, 0xfc, 0x72, 0x20, 0x93, 0x45, 0x94],
      'Größe für “E”',
    ],
  ])('without a mark is read as %s if its bytes show that', (_, encoding, bytes, text) => {
    expect(textOf(new Uint8Array(bytes))).toEqual({ text, encoding });
  });

  it.each([
    ['windows-1250', 'Która kłódka jest najlepsza?'],
    ['windows-1250', 'Jaký zámek na kolo je nejlepší a kde ho koupím?'],
    ['windows-1250', 'Melyik a legjobb kerékpárzár és hol lehet kapni?'],
    ['windows-1251', 'Какой замок лучше?'],
    ['windows-1251', 'який замок найкращий'],
    ['windows-1252', 'Quel antivol est le plus sûr'],
    ['windows-1252', 'Qual é o melhor cadeado? São bons?'],
    ['windows-1253', 'Ποια είναι η καλύτερη κλειδαριά;'],
    ['windows-1254', 'En iyi bisiklet kilidi hangisi ve nereden alınır? Şimdi'],
    ['windows-1255', 'איזה מנעול אופניים הכי טוב?'],
    ['windows-1256', 'أين أشتري قفل دراجة'],
    ['windows-1257', 'Kuri dviračio spyna yra geriausia ir kur ją pirkti?'],
    ['windows-874', 'ล็อคจักรยานแบบไหนดีที่สุด'],
  ])('in %s is read by the letters of its language: %s', (encoding, text) => {
    const decoder = new TextDecoder(encoding);
    const bytes = new Map(
      Array.from({ length: 256 }, (_, byte) => [decoder.decode(new Uint8Array([byte])), byte]),
    );
    const written = new Uint8Array([...text].map((letter) => bytes.get(letter) ?? 0));
    expect(textOf(written)).toEqual({ text, encoding: encoding.replace('w', 'W') });
  });

  it.each([
    [
      'unknown headings over numbers',
      'Suchphrase,Klicks\nfaltschloss,12\nbügelschloss,9',
      ['faltschloss', 'bügelschloss'],
    ],
    [
      'a title above the headings',
      'Report 2026\n\nKeyword\tVolume\nbike lock\t10\nu lock\t8',
      ['bike lock', 'u lock'],
    ],
    [
      'columns divided by bars',
      'question|tags\nWhich lock?|a\nWhich bike?|b',
      ['Which lock?', 'Which bike?'],
    ],
    [
      'a quotation mark inside a quoted cell',
      'question,tags\n"Is "U" safe?",a\nB?,b',
      ['Is "U" safe?', 'B?'],
    ],
    ['a quotation mark that is never closed', 'question,tags\n"Which lock,a\nB?,b', ['"Which lock', 'B?']],
    ['quoted cells over lines', 'question,tags\n"Which\nlock ""U""?" ,a\nB?,b', ['Which\nlock "U"?', 'B?']],
    [
      'the marks of a list',
      '- Which lock?\n* Which bike?\n3. Which bag?',
      ['Which lock?', 'Which bike?', 'Which bag?'],
    ],
    ['a line that begins like a list', 'Which lock?\n- and why?', ['Which lock?', '- and why?']],
    [
      'characters without width',
      '\u200bWhich lock?\u00a0\nWhich bike?\ufeff',
      ['Which lock?', 'Which bike?'],
    ],
    ['a heading in another language', 'Frage;Tags\nA; B?;x', ['A']],
  ])('with %s', async (_, text, questions) => {
    const { rows } = await fileTable(new TextEncoder().encode(text), isQuestionHead);
    expect(questionsFromRows(rows).questions.map((question) => question.text)).toEqual(questions);
  });

  it.each([
    ['Windows-1252', 'windows-1252', 'Größe für Räder?'],
    ['Windows-1251', 'windows-1251', 'Какой замок лучше для велосипеда?'],
    ['Shift_JIS', 'shift_jis', '最高の自転車の鍵は？'],
  ])('joined of UTF-8 and %s is read line by line, and the line is named', (label, encoding, older) => {
    const parts = ['question\n', 'Schloß für Kinder?\n', null, '\nどの鍵？\n'];
    const bytes = Buffer.concat(
      parts.map((part) => (part === null ? encoded(older, encoding) : Buffer.from(part))),
    );
    expect(textOf(bytes)).toEqual({
      text: `question\nSchloß für Kinder?\n${older}\nどの鍵？\n`,
      encoding: `UTF-8, but ${label} in line 3`,
    });
  });

  it('in an encoding of two bytes is no UTF-8 because a short line could be', () => {
    const text = '自行车锁\n哪种自行车锁最好？\n折叠锁安全吗？\n模\n';
    expect(textOf(encoded(text, 'gb18030'))).toEqual({ text, encoding: 'GB18030' });
  });

  it.each([
    ['that close nothing', '"which "lock" is ', '\n'],
    ['that open cells without an end', '"which lock is\n', ''],
    ['side by side', '"', ''],
  ])('with many quotation marks %s is read once', (_, part, end) => {
    // Read again from each mark, this takes hours.
    const text = `question,tags\n"${part.repeat(4_000_000 / part.length)}${end}`;
    expect(rowsOf(text, isQuestionHead).rows.length).toBeGreaterThan(1);
  });

  it.each([
    ['IBM 866', 'ibm866', 'Какой замок для велосипеда лучше?'],
    ['ISO 8859-2', 'iso-8859-2', 'Czy składany zamek jest bezpieczny? Śruba'],
    ['ISO 8859-2', 'iso-8859-2', 'Který zámek na kolo je nejlepší a šikovný'],
    ['ISO 8859-2', 'iso-8859-2', 'Jaký zámek na kolo je nejlepší?'],
    ['Windows-1250', 'windows-1250', 'zapięcie rowerowe\nnajlepsza składana kłódka\nłańcuch do roweru'],
    ['ISO 8859-2', 'iso-8859-2', 'Katera ključavnica za kolo je najboljša?'],
    ['Windows-1250', 'windows-1250', 'Aký zámok na bicykel je najlepší?\nKoľko stojí dobrý zámok?'],
    ['Windows-1250', 'windows-1250', 'legjobb kerékpár zár\nösszecsukható zár ára\nbiztonságos zár kölcsön'],
    ['Windows-1252', 'windows-1252', 'miglior lucchetto bici\nqualità più sicura\nperché è caro'],
    ['Windows-1252', 'windows-1252', 'cadeado não\npreço da bicicleta elétrica'],
    ['Windows-1252', 'windows-1252', 'antivol vélo\nforêt\noù acheter'],
  ])('in %s is read by its bytes: %s %s', (label, encoding, text) =>
    expect(textOf(encoded(text, encoding))).toEqual({ text, encoding: label }),
  );

  it('of a mail program in Japan is read by its switches', () => {
    const bytes = Buffer.from('\u001b$B$I$N80\u001b(B?\n', 'latin1');
    expect(textOf(bytes)).toEqual({ text: 'どの鍵?\n', encoding: 'ISO-2022-JP' });
  });

  it('without a NUL is no text all the same if it is full of control characters', async () => {
    const bytes = Uint8Array.from({ length: 2000 }, (_, at) => ((at * 7919) % 255) + 1);
    await expect(fileTable(bytes, isQuestionHead)).rejects.toThrow('is not text');
  });

  it.each([
    ['commas without a space', 'Which is best,Abus or Kryptonite?\nWhich is light,steel or titan?'],
    ['semicolons', 'Which lock is best; Abus or Kryptonite?\nWhich is light; steel or titan?'],
    ['quoted words', 'Which is "best", Abus or Kryptonite?\nIs "this", too?'],
  ])('keeps sentences with %s whole', (_, text) =>
    expect(rowsOf(text, isQuestionHead)).toEqual({
      rows: text.split('\n').map((line) => [line]),
      columns: false,
    }),
  );

  it('is read as a table without headings where its first cells are the questions', () =>
    expect(rowsOf('Best lock?; de\nWorst lock?; en', isQuestionHead).columns).toBe(true));

  it('names a cell of 20 MB that is longer than the limit, and reads the rest', () => {
    const text = `question,tags\n"${'Which lock, "" is best?\n'.repeat(850_000)}",a\nPlain?,b\n`;
    const { questions, skipped } = questionsFromRows(rowsOf(text, isQuestionHead).rows);
    expect(questions.map((question) => question.text)).toEqual(['Plain?']);
    expect(skipped).toEqual([{ line: 2, reason: 'has 19,549,999 characters; the limit is 10,000' }]);
  });

  it.each([
    ['%PDF-1.7', 'is a document'],
    ['{\\rtf1', 'is a document'],
    ['<!DOCTYPE html><p>', 'is a document'],
    ['{"question": "Which lock?"}', 'is JSON'],
    ['[\n  {"question": "Which lock?"}]', 'is JSON'],
  ])('that begins with %s is refused', async (text, reason) => {
    await expect(fileTable(new TextEncoder().encode(text), isQuestionHead)).rejects.toThrow(reason);
  });

  it('that is no text or workbook is refused with what to do', async () => {
    expect(kindOf(new Uint8Array([0x41, 0, 0x42]))).toBe('binary');
    const old = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]);
    await expect(fileTable(old, isQuestionHead)).rejects.toThrow('Save it as .xlsx or .csv.');
    const broken = new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 1]);
    await expect(fileTable(broken, isQuestionHead)).rejects.toThrow('Save it as .xlsx or .csv.');
  });
});

describe('an export of a keyword tool', () => {
  it.each([
    ['gsc-compare.csv', 'search-console', [4300, 2500, 1200]],
    ['gsc-pl.csv', 'search-console', [4300, 2500, 1200]],
    ['pandas.csv', 'ahrefs', [1300, 22200, 91]],
  ])('%s is recognized with its volumes', async (name, tool, volumes) => {
    const file = readKeywordRows((await fileTable(fixture(name), isKeywordHead)).rows);
    expect([file.tool, file.candidates.map(({ volume }) => volume)]).toEqual([tool, volumes]);
  });
});
