/** Sentences with short everyday names, where words of the language hide the name or come close to it. */
import type { BrandSet } from '../brandCases.ts';

export const everyday: readonly BrandSet[] = [
  {
    language: 'en',
    script: 'Latn',
    names: {
      ap: ['Apel'],
      hm: ['H&L'],
      el: ['7-Twelve'],
      gp: ['GPX-4'],
      ph: ['Pixelfon 15'],
      mc: ["McDorran's"],
      bo: ['Bookly.com'],
      o2: ['o2'],
      mk: ['Nik'],
    },
    cases: [
      ['inside word', 'Pineapel and Apelbee are other things; only ⟦ap:Apel⟧’s and ⟦ap:APEL⟧ count.'],
      ['ampersand', 'At ⟦hm:H&L⟧ and ⟦hm:H & L⟧; not at SH&L or H&Ls.'],
      ['hyphen', 'A ⟦el:7-Twelve⟧, a ⟦el:7 Twelve⟧, a ⟦el:7‑Twelve⟧; 17-Twelve and 7-Twelves are not.'],
      ['digits', '⟦gp:GPX-4⟧-turbo and ⟦gp:GPX 4⟧, but GPX-4o, GPX-4.1 and GPX-40 are other models.'],
      [
        'digits',
        'The ⟦ph:Pixelfon 15⟧/16, ⟦ph:Pixelfon 15⟧ Pro and ⟦ph:Pixelfon 15⟧, not the Pixelfon 15th.',
      ],
      ['price', 'The Pixelfon 15 € case is cheap, the ⟦ph:Pixelfon 15⟧ €799 is not.'],
      ['apostrophe', "⟦mc:McDorran's⟧ and ⟦mc:McDorran’s⟧® and ⟦mc:MCDORRAN'S⟧ fries."],
      [
        'domain name',
        '⟦bo:Bookly.com⟧’s deals, see https://bookly.com or www.bookly.com; ⟦bo:Bookly.com⟧: cheap.',
      ],
      ['chemistry', 'CO2 and O2Max are gases; ⟦o2:O₂⟧ and ⟦o2:o2⟧ are carriers.'],
      ['link', '[⟦mk:Nik⟧](https://nik.example/nik) and nik.png: ⟦mk:Nik⟧`s shoes.'],
      ['path', 'In C:\\nik\\shoes and ./nik/readme there is nothing; ⟦mk:nik⟧ is a brand.'],
      ['mention', 'Ask ＠nik or @nik; e.g.⟦mk:Nik⟧ answers, ⟦mk:Nik⟧×Off too.'],
      ['mail', 'Write to nik.support@shop.example, x@nik.example.'],
    ],
  },
  {
    language: 'de',
    script: 'Latn',
    names: { oet: ['Dr. Ötker'], mu: ['Müllner'], lo: ['Løwe'], gr: ['Groß & Fein'] },
    cases: [
      ['abbreviation', 'Pizza von ⟦oet:Dr. Ötker⟧, auch ⟦oet:Dr.Ötker⟧ geschrieben; ⟦oet:DR. OTKER⟧.'],
      ['compound', 'Die ⟦mu:Müllner⟧-Milch, aber keine Müllnermilch und kein Müllners.'],
      ['folding', '⟦lo:LOWE⟧ und ⟦lo:Løwe⟧; die Löwen nicht. ⟦gr:GROSS & FEIN⟧, ⟦gr:Gross&Fein⟧.'],
    ],
  },
  {
    language: 'ru',
    script: 'Cyrl',
    names: { ya: ['Яндар'], oz: ['Озан'], vk: ['ВКус'] },
    cases: [
      ['domain name', 'Сайт яндар.ру и ⟦ya:Яндар⟧.Маркет; «⟦oz:Озан⟧».'],
      ['inside word', 'Озанский, безозанный; вкусный и вкусы — слова, ⟦vk:ВКус⟧ — магазин.'],
    ],
  },
  {
    language: 'he',
    script: 'Hebr',
    names: { sp: ['סופר-פארן'], yo: ['יופי'] },
    cases: [['prefix', 'קניתי ב⟦sp:סופר פארן⟧ ול⟦sp:סופר־פארן⟧ יש סניף; מ⟦yo:יופי⟧ ועד היופיים.']],
  },
  {
    language: 'ar',
    script: 'Arab',
    names: { am: ['أمازين'], nu: ['نون'] },
    cases: [
      ['prefix', 'و⟦am:أمازين⟧ ب⟦am:أمازين⟧ ل⟦am:أمازين⟧ ك⟦am:امازين⟧؛ أمازينية لا.'],
      ['inside word', 'القانون والنونية ليسا متجرا؛ متجر ⟦nu:نون⟧ نعم.'],
    ],
  },
  {
    language: 'hi',
    script: 'Deva',
    names: { am: ['अमेज़ान'], fl: ['फ्लिपकार'] },
    cases: [
      ['nukta', '⟦am:अमेज़ान⟧ और ⟦am:अमेजान⟧ पर सस्ता; ⟦fl:फ्लिपकार⟧ पर नहीं।'],
      ['inside word', 'फ्लिपकारी और फ्लिपकार्ट अलग हैं, ⟦fl:फ्लिपकार⟧, हाँ।'],
    ],
  },
  {
    language: 'zh-Hans',
    script: 'Hans',
    names: { jd: ['京东'], mt: ['美团'], tb: ['淘宝'], fm: ['Foldmaster 90'], pdd: ['拼多多'], wy: ['网易'] },
    cases: [
      ['inside word', '东京东部的完美团队。'],
      ['plain', '在⟦jd:京东⟧、⟦tb:淘宝⟧网和⟦pdd:拼多多⟧上都能买到，⟦mt:美团⟧也送货。'],
      ['particle', '⟦jd:京东⟧的价格比⟦pdd:拼多多⟧的高，⟦wy:网易⟧的也不低。'],
      ['digits', '⟦fm:Foldmaster 90⟧，2把钥匙；它更轻。'],
      ['inside word', '上网易上瘾。'],
    ],
  },
  {
    language: 'ja',
    script: 'Jpan',
    names: { un: ['ユニクラ'], mu: ['無印品'], ra: ['楽天'], ka: ['花王'] },
    cases: [
      ['plain', '⟦un:ユニクラ⟧や⟦mu:無印品⟧、⟦ra:楽天⟧で買えます。⟦ka:花王⟧製です。'],
      ['inside word', '彼は楽天的な性格です。'],
      ['particles', '⟦ra:楽天⟧では⟦ka:花王⟧の洗剤が安い。⟦un:ユニクラ⟧とは違う。'],
    ],
  },
  {
    language: 'ko',
    script: 'Kore',
    names: { ku: ['쿠판'], ne: ['네이보'] },
    cases: [
      ['particle', '⟦ku:쿠판⟧에서 사고 ⟦ne:네이보⟧로는 찾는다. ⟦ku:쿠판⟧이랑 ⟦ne:네이보⟧밖에 없다.'],
      ['inside word', '쿠판이츠와 네이보쇼핑, 아쿠판은 다르다.'],
      ['copula', '⟦ku:쿠판⟧이라면 ⟦ne:네이보⟧예요. ⟦ne:네이보⟧도요.'],
    ],
  },
  {
    language: 'th',
    script: 'Thai',
    names: { lo: ['โลตัด'], ma: ['แม็คโค'], ka: ['กา'] },
    cases: [
      ['plain', 'ซื้อที่⟦lo:โลตัด⟧หรือ⟦ma:แม็คโค⟧ก็ได้'],
      ['inside word', 'กาแฟและกางเกงราคาถูก'],
    ],
  },
  {
    language: 'tr',
    script: 'Latn',
    names: { tr: ['Trendyul'], a1: ['A101'], bi: ['BİM'] },
    cases: [
      ['apostrophe', "⟦tr:Trendyul⟧'dan, ⟦a1:A101⟧'de ve ⟦bi:BİM⟧'in raflarında; A1012 ve bimbo değil."],
      ['case', '⟦bi:BIM⟧ ve ⟦bi:bim⟧ aynı market.'],
    ],
  },
  {
    language: 'el',
    script: 'Grek',
    names: { ko: ['Κωτσόπουλος'], de: ['ΔΕΧ'] },
    cases: [
      ['folding', 'Στον ⟦ko:ΚΩΤΣΟΠΟΥΛΟΣ⟧ και στη ⟦de:Δεχ⟧· δεχόμαστε κάρτες, ο ⟦ko:κωτσοπουλος⟧ επίσης.'],
    ],
  },
  {
    language: 'fr',
    script: 'Latn',
    names: { or: ["L'Oréane"], ad: ['Adidès'] },
    cases: [
      [
        'elision',
        'Les crèmes de ⟦or:L’Oreane⟧, celles d’⟦ad:Adidès⟧, et qu’⟦ad:ADIDES⟧ suit ; l’Oréanes non.',
      ],
      ['spaces', '« ⟦ad:Adidès⟧ » : 49 € ; ⟦ad:Adidès⟧ ! ⟦ad:Adidès⟧ ?'],
    ],
  },
];
