import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexableText, indexMatch, matchExpression } from '#shared/search/indexText.ts';
import { dayRange, parseSearch } from '#shared/search/query.ts';
import { snippetOf, standsIn } from '#shared/search/snippet.ts';

const indexTable = `CREATE VIRTUAL TABLE t USING fts5(body, content='', contentless_delete=1, detail=none,
  tokenize='ascii')`;

describe('what is typed into the search box', () => {
  it('is read as words, beginnings, phrases, exclusions and filters', () => {
    const query = parseSearch(
      'lock* "folding bike" -refusal NOT cheap country:de -domain:"a b.example" before:2026-10',
    );
    expect(query.terms).toEqual([
      { kind: 'prefix', text: 'lock', negated: false },
      { kind: 'phrase', text: 'folding bike', negated: false },
      { kind: 'word', text: 'refusal', negated: true },
      { kind: 'word', text: 'cheap', negated: true },
    ]);
    expect(query.filters).toEqual([
      { field: 'country', value: 'de', negated: false },
      { field: 'domain', value: 'a b.example', negated: true },
      { field: 'before', value: '2026-10', negated: false },
    ]);
    expect(query.problems).toEqual([]);
  });

  it('names what cannot be used and keeps the rest', () => {
    const query = parseSearch('locks colour:red before:yesterday engine:');
    expect(query.terms.map((term) => term.text)).toEqual(['locks']);
    expect(query.problems.map((problem) => problem.part)).toEqual([
      'colour:red',
      'before:yesterday',
      'engine:',
    ]);
  });

  it('says where in the text the problem stands', () => {
    expect(parseSearch('locks "folding bike').problems).toMatchObject([{ part: '"folding bike', at: 7 }]);
    expect(parseSearch('locks colour:red').problems).toMatchObject([{ at: 7 }]);
    expect(parseSearch('locks NOT').problems).toMatchObject([{ part: 'NOT', at: 7 }]);
    expect(parseSearch('engine:oracle').problems[0]?.message).toContain('assistant-a');
    expect(parseSearch('status:maybe').problems).toHaveLength(1);
  });

  it('takes a country by its code, its name or its group, and says when nothing has the name', () => {
    const countries = (text: string) => parseSearch(text).filters.map(({ value }) => value);
    expect(countries('country:germany country:jp country:*')).toEqual(['DE', 'jp', '*']);
    expect(countries('-country:"South Korea"')).toEqual(['KR']);
    expect(countries('country:DACH')).toEqual(expect.arrayContaining(['DE', 'AT', 'CH']));
    const [problem] = parseSearch('locks country:germny').problems;
    expect(problem).toMatchObject({ part: 'country:germny', at: 7 });
    expect(problem?.message).toContain('Did you mean Germany?');
    expect(parseSearch('country:zz').problems[0]?.message).toContain('"zz" is not a country');
    expect(parseSearch('country:california').problems[0]?.message).toContain('market:US:CA');
  });

  it('takes an address as a word, not as a filter', () => {
    expect(parseSearch('https://lab.example/1').terms).toEqual([
      { kind: 'word', text: 'https://lab.example/1', negated: false },
    ]);
  });

  it('never breaks, and never lets the text reach the index as an operator', () => {
    const database = new Database(':memory:');
    database.exec(indexTable);
    const search = database.prepare('SELECT count(*) FROM t WHERE t MATCH ?');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const { wanted, unwanted } = indexMatch(parseSearch(text).terms);
        if (wanted.length > 0) search.get(matchExpression(wanted, unwanted));
      }),
      { numRuns: 2000 },
    );
    database.close();
  });

  it('reads a year, a month and a day, and refuses days that do not exist', () => {
    expect(dayRange('2026-02')).toEqual({ startMs: Date.UTC(2026, 1, 1), endMs: Date.UTC(2026, 2, 1) });
    expect(dayRange('2026-12-31')?.endMs).toBe(Date.UTC(2027, 0, 1));
    expect(dayRange('2026-02-30')).toBeNull();
    expect(dayRange('26')).toBeNull();
  });
});

describe('the index', () => {
  const database = new Database(':memory:');
  database.exec(indexTable);
  const insert = database.prepare('INSERT INTO t(rowid, body) VALUES (?, ?)');
  const texts = [
    'Das Faltschloss für Pendler',
    '人気の自転車の鍵はサイクルガードです',
    'กุญแจจักรยานที่ดีที่สุด',
    'Serrure pliée à vélo',
    '最好的自行车锁',
  ];
  texts.forEach((text, index) => {
    insert.run(index, indexableText([text]));
  });
  const find = (typed: string): unknown => {
    const { wanted, unwanted } = indexMatch(parseSearch(typed).terms);
    return database
      .prepare('SELECT rowid FROM t WHERE t MATCH ? ORDER BY rowid')
      .pluck()
      .all(matchExpression(wanted, unwanted));
  };

  it('folds case and diacritics', () => {
    expect(find('VELO plie*')).toEqual([3]);
    expect(find('fur')).toEqual([0]);
  });

  it('finds any substring of Japanese, Chinese and Thai text', () => {
    expect(find('自転車')).toEqual([1]);
    expect(find('転車の')).toEqual([1]);
    expect(find('サイクル')).toEqual([1]);
    expect(find('自行车')).toEqual([4]);
    expect(find('จักรยาน')).toEqual([2]);
  });

  it('finds a single character of such a script, and scripts mixed in one word', () => {
    expect(find('鍵')).toEqual([1]);
    expect(indexMatch(parseSearch('iPhone15用 東京2026年').terms).toCheck).toHaveLength(2);
  });

  it('folds letters that only look related, and keeps those that are others', () => {
    const words = indexableText(['Straße Łódź Ørsted ΟΔΟΣ مُحَمَّد が ｶﾞ']).split(' ');
    expect(words).toEqual(['oersted', 'strasse', 'lodz', 'orsted', 'οδοσ', 'محمد', 'が', 'ガ']);
  });

  it('leaves to a look at the answer what has to stand together', () => {
    const asked = (typed: string) => {
      const { wanted, unwanted, toCheck } = indexMatch(parseSearch(typed).terms);
      return { expression: matchExpression(wanted, unwanted), toCheck };
    };
    expect(asked('"bike lock" -"best of"')).toEqual({
      expression: '"bike" AND "lock"',
      toCheck: parseSearch('"bike lock" -"best of"').terms,
    });
    expect(asked('wi-fi').toCheck).toHaveLength(1);
    expect(asked('lock -cheap')).toEqual({ expression: '("lock") NOT ("cheap")', toCheck: [] });
  });

  it.each([
    ['€', 'It costs 500 € here', 'It costs 500 here'],
    ['$', 'It costs $500', 'It costs 500'],
    ['🚲', 'Take the 🚲 today', 'Take the bike today'],
    ['C++', 'Written in C++ and Rust', 'Written in C and Rust'],
    ['c#', 'C# or Java', 'C or Java'],
    ['USA', 'Made in the U.S.A.', 'Made in Uganda'],
    ['U.S.A.', 'Made in the USA', 'Made in Uganda'],
    ['wifi', 'It has Wi-Fi', 'It has no fi'],
    ['mueller', 'Sold by Müller', 'Sold by Mahler'],
    ['Müller', 'Sold by Müller', 'Sold by Mahler'],
    ['قفل', 'أفضل القفل للدراجة', 'أفضل الدراجة'],
    ['القفل', 'قفل قوي', 'دراجة قوية'],
    ['מנעול', 'המנעול הטוב ביותר', 'האופניים הטובים'],
    ['قفل', 'وبالقفل القوي', 'وبالدراجة'],
    ['قفل', 'سلسلة للقفل', 'مقفلة'],
    ['للقفل', 'أفضل قفل', 'أفضل الدراجة'],
    ['"قفل قوي"', 'دراجة بقفل قوي', 'قفل ثقيل'],
    ['מנעול', 'האופניים עם שרשרת ולמנעול', 'האופניים הטובים'],
    ['מנעול', 'קנו אופניים שבמנעול אחד', 'תמנעול'],
    ['자물쇠', '좋은 자물쇠를 찾는다', '좋은 자전거를 찾는다'],
    ['자물쇠는', '좋은 자물쇠를 찾는다', '좋은 자전거를 찾는다'],
    ['"자물쇠를 찾는다"', '좋은 자물쇠를 찾는다', '자물쇠는 좋다'],
    ['마을', '마을 도서관', '마차'],
    ['バッグ', '革のﾊﾞｯｸﾞ', '革のﾊｯｸ'],
    ['ﾊﾞｯｸﾞ', '革のバッグ', '革のハック'],
    ['자물쇠', '좋은 자물쇠를 찾는다'.normalize('NFD'), '좋은 자전거를 찾는다'],
    ['집', '집까지만 배달합니다', '우리집은 좋다'],
    ['"집까지만 배달"', '집까지만 배달합니다', '집까지만 간다'],
    ['LG전자', 'LG전자를 샀다', 'LG를 샀다'],
    ['ABUS', 'ABUS는 좋다', 'Abuse'],
    ['ATT', 'AT&T and Verizon', 'at the shop'],
    ['nodejs', 'Use Node.js here', 'Use a node here'],
    ['PhD', 'She has a Ph.D. in law', 'She has pH values'],
    ['dont', 'Some people don’t', 'Some people do'],
    ['oreilly', "O'Reilly's books", 'Oh, Reilly'],
    ['loreal', 'L’Oréal Paris', 'Real Paris'],
    ['shed', 'A shed for bikes', "She'd like a bike"],
    ['ill', 'An ill rider', "I'll ride"],
  ])('finds and marks %s as people write it', (query, found, other) => {
    const { terms, problems } = parseSearch(query);
    expect(problems).toEqual([]);
    const { wanted } = indexMatch(terms);
    expect(wanted.length).toBeGreaterThan(0);
    const has = (text: string): boolean => {
      const words = indexableText([text]).split(' ');
      return wanted.every(({ text, others, prefix }) =>
        words.some((each) =>
          [text, ...others].some((word) => (prefix ? each.startsWith(word) : each === word)),
        ),
      );
    };
    expect([has(found), has(other)]).toEqual([true, false]);
    expect(snippetOf(found, terms)?.marks.length).toBe(1);
    expect(snippetOf(other, terms)).toBeNull();
  });

  it('keeps to whole words elsewhere unless a beginning is asked for', () => {
    expect(find('Falt')).toEqual([]);
    expect(find('Falt*')).toEqual([0]);
    expect(find('faltschloss -pendler')).toEqual([]);
  });
});

describe('words that are written in several ways', () => {
  const database = new Database(':memory:');
  database.exec(indexTable);
  const insert = database.prepare('INSERT INTO t(rowid, body) VALUES (1, ?)');
  const finds = (typed: string, text: string): boolean => {
    const { problems, terms } = parseSearch(typed);
    expect(problems).toEqual([]);
    const { wanted, unwanted, toCheck } = indexMatch(terms);
    expect(wanted.length).toBeGreaterThan(0);
    insert.run(indexableText([text]));
    const found = database
      .prepare('SELECT rowid FROM t WHERE t MATCH ?')
      .get(matchExpression(wanted, unwanted));
    database.exec('DELETE FROM t WHERE rowid = 1');
    return found !== undefined && toCheck.every((term) => standsIn(text, term));
  };

  it.each([
    ['€', 'Kostet 49 €.', '€'],
    ['$', 'It is $49.', '$'],
    ['🔒', 'Locks 🚲🔒 here', '🔒'],
    ['🚲🔒', 'Locks 🚲🔒 here', '🚲🔒'],
    ['❤️', 'We ❤️ locks', '❤️'],
    ['🇩🇪', 'From 🇩🇪🇫🇷', '🇩🇪'],
    ['C++', 'Learn C++, then rest', 'C++'],
    ['c#', 'C# is a language', 'C#'],
    ['USA', 'in the U.S.A. only', 'U.S.A'],
    ['wifi', 'with Wi-Fi.', 'Wi-Fi'],
    ['wifi', 'with Wi‑Fi.', 'Wi‑Fi'],
    ['covid19', 'COVID-19 tests', 'COVID-19'],
    ['Wi-Fi', 'with wifi.', 'wifi'],
    ['Wi-Fi', 'with Wi Fi.', 'Wi Fi'],
    ['e-mail', 'An email list', 'email'],
    ['e-mail', 'E-Mail-Marketing', 'E-Mail'],
    ['email', 'An E-Mail', 'E-Mail'],
    ['Müller', 'Herr Mueller', 'Mueller'],
    ['"Müller GmbH"', 'Die Mueller GmbH', 'Mueller GmbH'],
    ['acme', 'By Acme™ only', 'Acme'],
    ['™', 'By Acme™ only', '™'],
    ['Acme™', 'By Acme™ only', 'Acme™'],
    ['mueller', 'Die Müller GmbH', 'Müller'],
    ['muller', 'Die Müller GmbH', 'Müller'],
    ['Müller', 'Die Müller GmbH', 'Müller'],
    ['"mueller gmbh"', 'Die Müller GmbH', 'Müller GmbH'],
    ['كتاب', 'والكِتَاب القديم', 'والكِتَاب'],
    ['مكتبة', 'الكتاب بالمكتبة', 'بالمكتبة'],
    ['الكتاب', 'والكتاب', 'والكتاب'],
    ['מנעול', 'איזה המנעול הטוב', 'המנעול'],
    ['자물쇠', '자전거 자물쇠를 추천', '자물쇠'],
    ['node.js', 'Use NodeJS here', 'NodeJS'],
    ['Ph.D.', 'She has a PhD', 'PhD'],
    ['"LG전자"', '새 LG전자를 샀다', 'LG전자'],
  ])('%s is found in %s and marked', (typed, text, marked) => {
    expect(finds(typed, text)).toBe(true);
    const snippet = snippetOf(text, parseSearch(typed).terms);
    expect(snippet?.marks.map(([start, end]) => snippet.text.slice(start, end))).toContain(marked);
  });

  it.each([
    ['C++', 'C and C# only'],
    ['c', 'cab'],
    ['€', '49 $'],
    ['usa', 'us a'],
    ['wifi', 'wi fi'],
    ['blue', 'blu'],
    ['mueller', 'Muller'],
    ['Müller', 'Mahler'],
    ['Wi-Fi', 'wife'],
    ['Wi-Fi', 'fi and wi'],
    ['10', '1.0'],
    ['צלחה', 'ההצלחות'],
    ['🚲🔒', '🔒 and 🚲'],
  ])('%s is not found in %s', (typed, text) => {
    expect(finds(typed, text)).toBe(false);
  });

  it.each(['?!', '…', '"()"', '%', '🚲 ?!', '-', '""', '&&', '- | -'])(
    '%s says where the part without words stands',
    (typed) => {
      const [problem] = parseSearch(typed).problems;
      expect(problem).toMatchObject({ at: typed.startsWith('🚲') ? 4 : 1 });
      expect(problem?.message).toContain('cannot be searched for');
    },
  );
});

describe('a snippet', () => {
  const text = `${'Vorher steht viel anderes. '.repeat(20)}Die Schlösser von Nordlauf gelten als sicher. ${'Danach auch. '.repeat(40)}`;

  it('shows the terms together, marked where they stand in the original text', () => {
    const snippet = snippetOf(text, parseSearch('schlosser sicher').terms);
    expect(snippet?.marks.map(([start, end]) => snippet.text.slice(start, end))).toEqual([
      'Schlösser',
      'sicher',
    ]);
    expect([snippet?.cutBefore, snippet?.cutAfter]).toEqual([true, true]);
    expect(snippet?.text.length).toBeLessThan(240);
  });

  it('marks substrings of unspaced scripts and beginnings, and nothing inside a word', () => {
    expect(snippetOf('人気の自転車の鍵', parseSearch('転車').terms)?.marks).toEqual([[4, 6]]);
    expect(snippetOf('Faltschloss', parseSearch('falt*').terms)?.marks).toEqual([[0, 4]]);
    expect(snippetOf('Faltschloss', parseSearch('schloss').terms)).toBeNull();
  });

  it('marks the whole of a character that stands for several, and the accents of one that stands alone', () => {
    expect(snippetOf('Schritt ⑴ zuerst', parseSearch('1').terms)?.marks).toEqual([[8, 9]]);
    expect(snippetOf('der proﬁ sagt', parseSearch('prof*').terms)?.marks).toEqual([[4, 8]]);
    expect(snippetOf('un cafe\u0301 noir', parseSearch('café').terms)?.marks).toEqual([[3, 8]]);
  });

  it('never cuts a character in half and never marks outside itself', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }),
        (body, word) => {
          const snippet = snippetOf(
            `${body} ${word} ${body}`,
            [{ kind: 'word', text: word, negated: false }],
            40,
          );
          if (snippet === null) return;
          expect(snippet.text.isWellFormed()).toBe(true);
          for (const [start, end] of snippet.marks)
            expect(start < end && end <= snippet.text.length).toBe(true);
        },
      ),
    );
  });
});
