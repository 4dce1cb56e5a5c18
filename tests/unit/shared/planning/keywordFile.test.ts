import { describe, expect, it } from 'vitest';
import { textOf } from '#shared/planning/fileText.ts';
import {
  distinctQuestions,
  isKeywordHead,
  isQuestion,
  readKeywordRows,
} from '#shared/planning/keywordFile.ts';
import { observedQuestions } from '#shared/planning/observedQuestions.ts';
import { rowsOf } from '#shared/planning/tableRows.ts';

const utf16 = (text: string): Uint8Array =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

const readKeywordFile = (text: string) => readKeywordRows(rowsOf(text, isKeywordHead).rows);

describe('a keyword file', () => {
  it.each([
    [
      'search-console',
      'Top queries,Clicks,Impressions,CTR,Position\nwhich bike lock,12,"1,300",1%,4.2\nbest bike lock,3,90,3%,9\n',
      [
        ['which bike lock', 1300],
        ['best bike lock', 90],
      ],
    ],
    [
      'search-console',
      'Häufigste Suchanfragen;Klicks;Impressionen;CTR;Position\nwelches fahrradschloss;1;2.500;1 %;3\nfaltschloss;1;7;1 %;3\n',
      [
        ['welches fahrradschloss', 2500],
        ['faltschloss', 7],
      ],
    ],
    [
      'keyword-planner',
      'Keyword Stats 2026-11-01\nNovember 1, 2025 - October 31, 2026\nKeyword\tCurrency\tAvg. monthly searches\tCompetition\nbike lock\tEUR\t10K – 100K\tHigh\nfolding lock\tEUR\t500\tLow\n',
      [
        ['bike lock', 10_000],
        ['folding lock', 500],
      ],
    ],
    [
      'semrush',
      'Keyword,Intent,Volume,Keyword Difficulty,CPC (USD)\nbest bike lock,"Commercial, Informational",5400,40,1.2\n',
      [['best bike lock', 5400]],
    ],
    [
      'ahrefs',
      '#\tKeyword\tCountry\tDifficulty\tVolume\tCPC\n1\tbike lock\tus\t30\t22000\t1\n2\tu lock\tus\t20\t900\t1\n',
      [
        ['bike lock', 22_000],
        ['u lock', 900],
      ],
    ],
    [
      'list',
      'Which lock, and why?\nWhat is a good lock\n',
      [
        ['Which lock, and why?', null],
        ['What is a good lock', null],
      ],
    ],
    ['list', 'question;tags\nWhich lock?;a\n', [['Which lock?', null]]],
  ] as const)('of %s is recognized by its columns', (tool, text, expected) => {
    const file = readKeywordFile(text);
    expect(file.tool).toBe(tool);
    expect(file.candidates.map((each) => [each.text, each.volume])).toEqual(expected);
    // The same as these tools write it, and by a program of another system.
    expect(readKeywordFile(textOf(utf16(text.replaceAll('\n', '\r\n'))).text)).toEqual(file);
  });

  it.each([
    'Keyword;Durchschnittl. Suchanfragen pro Monat;Veränderung über drei Monate',
    'Keyword,Impressions,Clicks',
    'No,Keywords,Volume,CPC',
    'Keyword,Min Volume,Max Volume',
    'Suchbegriff;Suchvolumen',
    'Słowo kluczowe;Liczba wyszukiwań',
    'Запрос;Показов в месяц',
    'キーワード,検索ボリューム',
    '关键词,搜索量',
    '키워드,검색량',
    'Palabra clave;Volumen de búsquedas',
    'Mot clé;Volume de recherche',
    'question,volume',
  ])('the volumes of %s are read', (head) => {
    const separator = head.includes(';') ? ';' : ',';
    const names = head.split(separator);
    const line = (question: string, volume: string) =>
      names
        .map((name, at) => {
          if (
            at ===
            names.findIndex((each) =>
              /key|such|słowo|запрос|キー|关键|키워드|palabra|mot|question/i.test(each),
            )
          )
            return question;
          const counts =
            /volum|such|searches|impr|wyszuk|показ|ボリューム|量|검색량/i.test(name) && !/max/i.test(name);
          return counts ? volume : '1';
        })
        .join(separator);
    const file = [head, line('best lock', '3300'), line('is it safe', '1300')].join('\n');
    expect(readKeywordFile(file).candidates.map(({ text, volume }) => [text, volume])).toEqual([
      ['best lock', 3300],
      ['is it safe', 1300],
    ]);
  });

  it('reads search terms below the title and the period of a report', () => {
    const file =
      'Search terms report\n"October 1, 2026 - October 31, 2026"\nSearch term,Match type,Clicks,Impr.\nbest lock,Broad match,3,"3,300"\n';
    expect(readKeywordFile(file)).toMatchObject({
      columns: { question: 'Search term', volume: 'Impr.' },
      candidates: [{ text: 'best lock', volume: 3300 }],
    });
  });

  it('reports what was read, tags it, and counts what was skipped', () => {
    const text =
      'Keyword,Intent,Volume,Keyword Difficulty\nBest lock,Commercial,10,1\nbest  lock?,Informational,30,1\n,,,\n';
    expect(readKeywordFile(text)).toEqual({
      tool: 'semrush',
      columns: { question: 'Keyword', volume: 'Volume' },
      candidates: [{ text: 'Best lock', volume: 30, tags: ['semrush', 'commercial', 'informational'] }],
      left: 2,
    });
  });

  it('offers no question that is in the plan, however it is written there', () => {
    const candidates = [
      { text: 'Which lock?', volume: null, tags: [] },
      { text: 'Which bike?', volume: null, tags: [] },
    ];
    expect(distinctQuestions(candidates, ['which  LOCK']).map(({ text }) => text)).toEqual(['Which bike?']);
  });

  it.each([
    'is hiplok worth the money',
    'do folding locks rattle',
    'whats the lightest lock',
    "how's abus warranty",
    'muss ich mein rad anmelden',
    'wird abus in deutschland hergestellt',
    'ist ein faltschloss sicher',
    'haben faltschlösser eine garantie',
    'braucht man ein schloss',
    "qu'est-ce qu'un antivol",
    'à quoi sert un antivol',
    'y a-t-il un antivol léger',
    'lequel choisir',
    'puis-je couper un antivol',
    'tiene garantía el candado',
    'es mejor abus o kryptonite',
    'para que sirve',
    'puedo cortar',
    'hay candados ligeros',
    'como escolher',
    'tem garantia no brasil',
    'posso levar no avião',
    'è meglio abus o hiplok',
    'esiste un lucchetto leggero',
    "c'è un lucchetto leggero",
    'heeft abus garantie',
    'po co zamek',
    'есть ли лёгкие замки',
    'лучше ли абус',
    'есть смысл покупать замок',
    '一番軽い鍵は何',
    'ワイヤーロックとチェーンどっち',
    '有没有轻的锁',
    '能不能剪断',
    '자물쇠 추천해줘',
    'hangisi daha iyi',
    'abus güvenli midir',
    'אילו מנעולים טובים',
    'är abus bra',
    'er det lovlig å',
    'ska man ha lås',
    'saako lukon auki',
    'paljonko maksaa',
    'có nên mua',
    'gembok apa yang bagus',
    'είναι ασφαλές το λουκέτο',
    'αξίζει',
    'cât costă',
    'este sigur un lacăt',
    'mennyibe kerül',
    'jó a hajtogatható lakat',
    'je abus dobrý',
  ])('takes “%s” for a question', (text) => {
    expect(isQuestion(text)).toBe(true);
  });

  it.each([
    'is lock',
    'is300',
    'are air',
    'hat trick',
    'ist arena',
    'sind karten',
    'was machine',
    'hay day',
    'es bike',
    'como hotel',
    'comodo candado',
    'sonos candado',
    'har peled',
    'kan lock',
    'jemný zámek',
    'verkkokauppa lukko',
    'жёсткий замок',
    'israel fietsslot',
  ])('takes “%s” for a name', (text) => {
    expect(isQuestion(text)).toBe(false);
  });

  it('distinguishes questions from names in several languages', () => {
    for (const text of [
      'which lock',
      'Was kostet ein Schloss',
      'où acheter',
      'bike lock?',
      'おすすめの鍵はどれですか',
      'ما هو أفضل قفل؟',
      'will a folding lock break',
      'can dogs eat grapes',
      'jak wybrać zamek',
      'hangi kilit',
      'どこで買う',
      '哪种锁好',
      'kaip pasirinkti spyną',
      'как выбрать замок',
      'que es un candado',
      "isn't abus better",
      'am i covered by insurance',
      'wofür ist ein faltschloss gut',
      'peut on couper un antivol',
      'est ce que les antivols sont sûrs',
      'doit-on attacher son vélo',
      'se puede cortar un candado',
      'vale a pena comprar um cadeado',
      'si può tagliare un lucchetto',
      'kun je een slot doorknippen',
      'kan man klippa ett lås',
      'kunci mana yang terbaik',
    ])
      expect(isQuestion(text), text).toBe(true);
    for (const text of [
      'bike lock',
      'island bikes',
      'wasser',
      'howard lock',
      'comets',
      'can opener electric',
      'will smith movies',
      'mi band 8',
      'kim chi',
      'ผ้าไหม',
      'how-to book',
      'wotan schloss',
      'kan kitap',
    ])
      expect(isQuestion(text), text).toBe(false);
  });
});

it('questions of stored answers are counted by the answers they were seen in', () => {
  const sample = (searchQueries: string[], asked: string[]) => ({
    searchQueries,
    questions: asked.map((question, index) => ({ position: index + 1, question, answer: null, url: null })),
    relatedQueries: null,
  });
  expect(
    observedQuestions([
      sample(['lock test', 'Lock test', 'cheap lock'], ['Which lock is safe?']),
      sample(['lock test'], ['which lock is safe?']),
    ]),
  ).toEqual([
    { text: 'lock test', volume: 2, tags: ['fan-out'] },
    { text: 'Which lock is safe?', volume: 2, tags: ['people-also-ask'] },
    { text: 'cheap lock', volume: 1, tags: ['fan-out'] },
  ]);
});
