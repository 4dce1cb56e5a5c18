import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { encoded } from '#tests/support/files/encoded.ts';

/** Files as other programs write them, each through the whole program. */
const dataFolder = mkdtempSync(join(tmpdir(), 'parallax-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

/** A file of questions: encoding, text, what is read, and what is said about it. */
const lists: readonly (readonly [string, string, readonly string[], string])[] = [
  [
    'shift_jis',
    '質問,タグ\n最高の自転車の鍵は？,鍵\n',
    ['最高の自転車の鍵は？'],
    'column "質問", encoding Shift_JIS',
  ],
  ['shift_jis', '自転車鍵推薦\n', ['自転車鍵推薦'], 'encoding Shift_JIS'],
  ['euc-jp', '折りたたみ鍵は安全ですか？\n', ['折りたたみ鍵は安全ですか？'], 'encoding EUC-JP'],
  [
    'gb18030',
    '问题,标签\n哪种自行车锁最好？,锁\n',
    ['哪种自行车锁最好？'],
    'column "问题", encoding GB18030',
  ],
  ['gb18030', '自行车锁\n', ['自行车锁'], 'encoding GB18030'],
  ['big5', '哪種單車鎖最好？\n折疊鎖安全嗎？\n', ['哪種單車鎖最好？', '折疊鎖安全嗎？'], 'encoding Big5'],
  ['euc-kr', '어떤 자전거 자물쇠가 좋나요?\n', ['어떤 자전거 자물쇠가 좋나요?'], 'encoding EUC-KR'],
  [
    'windows-1251',
    'Вопрос;Теги\nКакой замок лучше?;а\n',
    ['Какой замок лучше?'],
    'column "Вопрос", encoding Windows-1251',
  ],
  ['koi8-r', 'Какой велозамок лучше?\n', ['Какой велозамок лучше?'], 'encoding KOI8'],
  [
    'windows-1250',
    'Jaki zamek rowerowy jest najlepszy?\nCzy wytrzyma dłużej?\n',
    ['Jaki zamek rowerowy jest najlepszy?', 'Czy wytrzyma dłużej?'],
    'encoding Windows-1250',
  ],
  ['windows-1252', 'Quelle sœur a du cœur ?\n', ['Quelle sœur a du cœur ?'], 'encoding Windows-1252'],
  ['windows-1252', 'Berlin–München: “gut”?\n', ['Berlin–München: “gut”?'], 'encoding Windows-1252'],
  ['windows-1252', 'Is Škoda good?\n', ['Is Škoda good?'], 'encoding Windows-1252'],
  [
    'macintosh',
    'question;tags\rÖffnet Müller früh?;x\r',
    ['Öffnet Müller früh?'],
    'column "question", encoding Mac Roman',
  ],
  [
    'macintosh',
    'Où est le meilleur antivol, été comme hiver à Paris ?\r',
    ['Où est le meilleur antivol, été comme hiver à Paris ?'],
    'encoding Mac Roman',
  ],
  [
    'utf-16le',
    'Frage\tTags\r\n"Welches Schloß, für wen?"\tx\r\n',
    ['Welches Schloß, für wen?'],
    'column "Frage", encoding UTF-16',
  ],
  ['utf-16be', 'Which lock?\r\nIs it safe?\r\n', ['Which lock?', 'Is it safe?'], 'encoding UTF-16'],
  [
    'utf-8',
    '\uFEFFsep=;\r\nquestion;tags\r\nWelches Schloß?;x\r\n',
    ['Welches Schloß?'],
    'column "question"',
  ],
  [
    'utf-8',
    'sep=\t\r\nquestion\ttags\r\nWhich lock, then?\tx\r\n',
    ['Which lock, then?'],
    'column "question"',
  ],
  ['utf-8', '"sep=;"\r\nFrage;Tags\r\nWelches Schloss?;x\r\n', ['Welches Schloss?'], 'column "Frage"'],
  ['utf-8', 'sep=|\nquestion|tags\nWhich lock?|x\n', ['Which lock?'], 'column "question"'],
  [
    'utf-8',
    'question,tags\n"Which lock is best\nfor a ""city"" bike?",a\n',
    ['Which lock is best\nfor a "city" bike?'],
    'column "question"',
  ],
  ['utf-8', 'id,prompt,country\n1,Which lock?,US\n', ['Which lock?'], 'column "prompt"'],
  [
    'utf-8',
    '"Is it safe, and why?"\n"Which lock?"\n',
    ['Is it safe, and why?', 'Which lock?'],
    '2 questions, encoding',
  ],
  [
    'utf-8',
    'Abus, Hiplok: which is best?\nIs it safe, light, cheap?\n',
    ['Abus, Hiplok: which is best?', 'Is it safe, light, cheap?'],
    '2 questions, encoding',
  ],
  [
    'utf-8',
    'Which lock; for a bike?\nIs it safe?\n',
    ['Which lock; for a bike?', 'Is it safe?'],
    '2 questions, encoding',
  ],
  [
    'utf-8',
    'A one?\r\nB two?\nC three?\rD four?\n\n',
    ['A one?', 'B two?', 'C three?', 'D four?'],
    '4 questions',
  ],
  ['utf-8', '1. Which lock?\n2. Is it safe?\n', ['Which lock?', 'Is it safe?'], '2 questions'],
  [
    'utf-8',
    'Best lock?\nbest lock\nＢｅｓｔ ｌｏｃｋ？\n Best  lock ?\n',
    ['Best lock?'],
    'Line 4 repeats line 1',
  ],
];

it.each(lists)('%s: %j', async (encoding, text, questions, said) => {
  const file = join(dataFolder, 'list.csv');
  writeFileSync(file, encoded(text, encoding));
  const given = [...'plan create p --countries US --dry-run --format json --questions'.split(' '), file];
  const { code, stdout, stderr } = await runParallax(given, { dataFolder });
  expect(stderr).toContain(said);
  expect(code).toBe(0);
  expect((jsonLines(stdout) as { questions: string[] }[])[0]?.questions).toEqual(questions);
});

const gsc = (head: string, ...rows: readonly string[]) => `${head}\n${rows.join('\n')}\n`;
/** An export of a keyword tool: encoding, text, the tool, and its keywords with volumes. */
const exports: readonly (readonly [string, string, string, readonly (readonly [string, number | null])[]])[] =
  [
    [
      'utf-8',
      gsc(
        'Häufigste Suchanfragen,01.08.26–31.08.26 Klicks,01.07.26–31.07.26 Klicks,01.08.26–31.08.26 Impressionen,01.07.26–31.07.26 Impressionen,01.08.26–31.08.26 CTR,01.07.26–31.07.26 CTR,01.08.26–31.08.26 Position,01.07.26–31.07.26 Position',
        'faltschloss,12,10,"1.300",900,"0,9 %","1,1 %","3,2","4"',
      ),
      'search-console',
      [['faltschloss', 1300]],
    ],
    [
      'utf-8',
      gsc(
        '上位のクエリ,過去 28 日間 クリック数,前の 28 日間 クリック数,過去 28 日間 表示回数,前の 28 日間 表示回数,過去 28 日間 CTR,前の 28 日間 CTR,過去 28 日間 掲載順位,前の 28 日間 掲載順位',
        '自転車 鍵,12,10,1300,900,0.9%,1.1%,3,4',
      ),
      'search-console',
      [['自転車 鍵', 1300]],
    ],
    // A query that is new in the second period has no rate and no position before.
    [
      'utf-8',
      gsc(
        'Top queries,Last 28 days Clicks,Previous 28 days Clicks,Last 28 days Impressions,Previous 28 days Impressions,Last 28 days CTR,Previous 28 days CTR,Last 28 days Position,Previous 28 days Position',
        'new lock,12,0,1300,0,0.9%,,3,',
      ),
      'search-console',
      [['new lock', 1300]],
    ],
    [
      'utf-8',
      gsc(
        'أهم طلبات البحث,النقرات,مرات الظهور,نسبة النقر إلى الظهور,الموضع',
        'أفضل قفل دراجة,12,1300,0.9%,3',
      ),
      'search-console',
      [['أفضل قفل دراجة', 1300]],
    ],
    [
      'utf-8',
      gsc('שאילתות מובילות,קליקים,חשיפות,שיעור קליקים,מיקום', 'מנעול אופניים,12,1300,0.9%,3'),
      'search-console',
      [['מנעול אופניים', 1300]],
    ],
    [
      'utf-8',
      gsc('คำค้นหายอดนิยม,การคลิก,การแสดงผล,CTR,อันดับ', 'ล็อคจักรยาน,12,1300,0.9%,3'),
      'search-console',
      [['ล็อคจักรยาน', 1300]],
    ],
    [
      'utf-8',
      gsc('Vanligaste sökfrågorna,Klick,Visningar,CTR,Position', 'bästa cykellås,12,"1 300","0,9 %",3'),
      'search-console',
      [['bästa cykellås', 1300]],
    ],
    [
      'windows-1251',
      gsc('Популярные запросы;Клики;Показы;CTR;Позиция', 'лучший замок;12;1 300;0,9%;3'),
      'search-console',
      [['лучший замок', 1300]],
    ],
    [
      'utf-16le',
      '"#"\t"Keyword"\t"Country"\t"Difficulty"\t"Volume"\t"CPC"\n"1"\t"best bike lock"\t"us"\t"25"\t"22200"\t"1.2"\n',
      'ahrefs',
      [['best bike lock', 22_200]],
    ],
    [
      'utf-8',
      'Keyword;Position;Search Volume;Keyword Difficulty;URL\nbike lock;3;22200;25;https://a.com\n',
      'semrush',
      [['bike lock', 22_200]],
    ],
    [
      'utf-8',
      '"Database","Keyword","Intent","Volume","Keyword Difficulty"\n"us","bike lock","Commercial","22,200","33"\n',
      'semrush',
      [['bike lock', 22_200]],
    ],
    [
      'utf-16le',
      'Keyword Stats 2026-08-31 at 12_00_00\nAugust 1, 2025 - July 31, 2026\nKeyword\tCurrency\tAvg. monthly searches\nbike lock\tEUR\t1K – 10K\n',
      'keyword-planner',
      [['bike lock', 1000]],
    ],
    [
      'utf-16be',
      'Keyword-Statistik 2026\n1. August 2025 – 31. Juli 2026\nKeyword\tWährung\tDurchschnittl. Suchanfragen pro Monat\nschloß\tEUR\t1 Tsd. – 10 Tsd.\n',
      'list',
      [['schloß', 1000]],
    ],
    ['big5', '關鍵字,搜尋量\n最好的單車鎖,1300\n', 'list', [['最好的單車鎖', 1300]]],
    [
      'utf-8',
      ',keyword,volume\n0,best lock,1300.0\n1,safe lock,\n2,cheap lock,2.22e4\n',
      'ahrefs',
      [
        ['best lock', 1300],
        ['safe lock', null],
        ['cheap lock', 22_200],
      ],
    ],
    ['utf-8', ';keyword;volume\n0;bestes schloss;1300,0\n', 'ahrefs', [['bestes schloss', 1300]]],
    [
      'utf-8',
      "keyword\tvolume\na\t1,29,999\nb\t1'300\nc\t1.3万\nd\t10 тыс.\ne\t1,5 Mio.\nf\t1 300\ng\t1.234.567\nh\t-\n",
      'ahrefs',
      [
        ['a', 129_999],
        ['b', 1300],
        ['c', 13_000],
        ['d', 10_000],
        ['e', 1_500_000],
        ['f', 1300],
        ['g', 1_234_567],
        ['h', null],
      ],
    ],
  ];

it.each(exports)('%s, an export: %j', async (encoding, text, tool, volumes) => {
  const file = join(dataFolder, 'export.csv');
  writeFileSync(file, encoded(text, encoding));
  const { code, stdout, stderr } = await runParallax(['plan', 'questions', file, '--format', 'json'], {
    dataFolder,
  });
  expect(stderr).toContain(tool);
  expect(code).toBe(0);
  const found = jsonLines(stdout) as { text: string; volume: number | null }[];
  expect(found.map(({ text, volume }) => [text, volume])).toEqual(volumes);
});

it.each([
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0])],
  ['NUL after a byte order mark', Buffer.from('\uFEFFWhich\0lock?\n')],
  ['UTF-16 without its mark', Buffer.from('Which lock?\n', 'utf16le')],
])('%s is refused with what to do', async (_, bytes) => {
  const file = join(dataFolder, 'list.txt');
  writeFileSync(file, bytes);
  const given = ['plan', 'create', 'p', '--questions', file, '--countries', 'US', '--dry-run'];
  const { code, stderr } = await runParallax(given, { dataFolder });
  expect([code, stderr]).toEqual([2, `${file} is not text. Save it as .xlsx or .csv. Nothing was saved.\n`]);
});
