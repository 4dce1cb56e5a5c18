/** Brand mentions written after the rules, never used to make them: all of them are held out. */
import type { BrandSet } from '../brandCases.ts';

const unseenNames = {
  ka: [
    'Kanvera',
    '卡维拉',
    'カンベラ',
    '칸베라',
    'คันเวรา',
    'كانفيرا',
    'קנברה',
    'Канвера',
    'Κάνβερα',
    'कनवेरा',
  ],
  ol: ['Oltmann & Söhne', 'Oltmann'],
  lu: ["L'Usinière", 'Usinière'],
  tk: ['TK-Max 3', 'TK-Max'],
  mo: ['Morgenrot'],
};

const sets: readonly BrandSet[] = [
  {
    language: 'zh-Hans',
    script: 'Hans',
    names: { ...unseenNames, al: ['安乐'], xh: ['新华锁'] },
    cases: [
      ['plain', '预算有限的话，⟦ka:卡维拉⟧的入门款就够用了，⟦al:安乐⟧稍贵一些。'],
      ['inside word', '晚安乐园今天不开门。'],
      ['mixed', '⟦ka:卡维拉⟧（⟦ka:Kanvera⟧）比⟦tk:TK-Max 3⟧轻200克。'],
      ['list', '1、⟦xh:新华锁⟧：结实；2、⟦al:安乐⟧：便宜'],
    ],
  },
  {
    language: 'ja',
    script: 'Jpan',
    names: { ...unseenNames, hi: ['ひかり'], ma: ['丸山'] },
    cases: [
      ['particle', '初めてなら⟦ka:カンベラ⟧がおすすめで、次点は⟦ma:丸山⟧です。'],
      ['inside word', 'スカンベラという町を通った。'],
      ['mixed', '⟦tk:TK-Max⟧シリーズと⟦ka:Kanvera⟧製品を比べました。'],
      ['quotes', '『⟦hi:ひかり⟧』の鍵は、「⟦ka:カンベラ⟧」より軽い。'],
    ],
  },
  {
    language: 'ko',
    script: 'Kore',
    names: { ...unseenNames, sd: ['새담'] },
    cases: [
      ['particle', '⟦ka:칸베라⟧에서는 무료로 수리해 주고 ⟦sd:새담⟧까지도 비교했습니다.'],
      ['particle', '⟦sd:새담⟧이라면 믿을 만하고, ⟦ka:칸베라⟧보다는 비쌉니다.'],
      ['decomposed', '⟦sd:\u1109\u1162\u1103\u1161\u11b7⟧은 가볍다.'],
      ['inside word', '새담비는 새로운 담비를 말한다.'],
    ],
  },
  {
    language: 'th',
    script: 'Thai',
    names: unseenNames,
    cases: [
      ['plain', 'แนะนำให้ซื้อ⟦ka:คันเวรา⟧เพราะทนทาน'],
      ['mixed', 'รุ่น ⟦tk:TK-Max 3⟧ ราคาถูกกว่า⟦ka:คันเวรา⟧มาก'],
    ],
  },
  {
    language: 'ar',
    script: 'Arab',
    names: unseenNames,
    cases: [
      ['prefix', 'قارنّا و⟦ka:كانفيرا⟧ مع ⟦mo:Morgenrot⟧ ثم اخترنا ب⟦ka:كانفيرا⟧.'],
      ['marks', 'تُعدّ ⟦ka:كَانْفِيرَا⟧ خيارًا جيّدًا، و⟦tk:TK-Max 3⟧ أرخص.'],
    ],
  },
  {
    language: 'he',
    script: 'Hebr',
    names: unseenNames,
    cases: [
      ['prefix', 'השווינו את ⟦ka:קנברה⟧ ל־⟦mo:Morgenrot⟧ ובחרנו ב⟦ka:קנברה⟧.'],
      ['maqaf', 'מנעול ⟦ka:קנברה⟧־פלוס נמכר היטב.'],
    ],
  },
  {
    language: 'ru',
    script: 'Cyrl',
    names: unseenNames,
    cases: [
      ['plain', 'Лучше всего показала себя «⟦ka:Канвера⟧», затем ⟦ol:Oltmann⟧.'],
      ['inside word', 'Суперканвера — это другое слово.'],
      ['hyphen', 'Замок ⟦ka:Канвера⟧-2 и ⟦ka:КАНВЕРА⟧ стоят одинаково.'],
    ],
  },
  {
    language: 'el',
    script: 'Grek',
    names: unseenNames,
    cases: [
      ['accent', 'Η ⟦ka:ΚΑΝΒΕΡΑ⟧ είναι ακριβότερη από τη ⟦mo:Morgenrot⟧.'],
      ['plain', 'Προτείνουμε την ⟦ka:Κάνβερα⟧, όχι το κανβεράκι.'],
    ],
  },
  {
    language: 'hi',
    script: 'Deva',
    names: unseenNames,
    cases: [
      ['plain', '⟦ka:कनवेरा⟧ का ताला सबसे मज़बूत है, जबकि ⟦mo:Morgenrot⟧ हल्का है।'],
      ['danda', 'हमने दो चुने: ⟦mo:Morgenrot⟧ और ⟦ka:कनवेरा⟧।'],
    ],
  },
  {
    language: 'fr',
    script: 'Latn',
    names: unseenNames,
    cases: [
      ['elision', "Le cadenas de ⟦lu:L'Usinière⟧ coûte 39 €, celui d’⟦ol:Oltmann⟧ 45 €."],
      ['apostrophe', 'Chez ⟦lu:L’Usinière⟧, la garantie est de deux ans.'],
      ['capitals', 'MARQUES : ⟦lu:L’USINIÈRE⟧, ⟦ka:KANVERA⟧, ⟦ol:OLTMANN & SÖHNE⟧.'],
    ],
  },
  {
    language: 'de',
    script: 'Latn',
    names: unseenNames,
    cases: [
      ['genitive', '⟦ka:Kanvera⟧s Schlösser halten länger als die von ⟦ol:Oltmann & Söhne⟧.'],
      ['compound', 'Das ⟦ka:Kanvera⟧-Bügelschloss schlägt das ⟦mo:Morgenrot⟧-Modell.'],
      ['inside word', 'Beim Morgenrotlauf gewann niemand.'],
      ['fold', '⟦ol:Oltmann & Soehne⟧ liefert nach Österreich.'],
    ],
  },
  {
    language: 'tr',
    script: 'Latn',
    names: unseenNames,
    cases: [
      ['suffix', '⟦ka:Kanvera⟧’nın kilidi, ⟦mo:Morgenrot⟧’tan daha hafif.'],
      ['suffix', "En ucuzu ⟦tk:TK-Max 3⟧'tür."],
    ],
  },
  {
    language: 'en',
    script: 'any',
    names: unseenNames,
    cases: [
      ['handle', 'Follow @kanvera or write to care@kanvera.example; ⟦ka:Kanvera⟧ answers in a day.'],
      ['slash', 'Price/⟦ka:Kanvera⟧: $49, brand=⟦mo:Morgenrot⟧.'],
      ['trade mark', '⟦ka:Kanvera⟧® and ⟦tk:TK-Max 3⟧™ locks'],
      ['digits', '⟦tk:TK-Max 3⟧ weighs 1.2 kg, the ⟦tk:TK-Max⟧ 3.5 kg.'],
      ['soft hyphen', 'The ⟦ka:Kan\u00advera⟧ and the ⟦mo:Morgen\u00adrot⟧ both passed.'],
      ['identifier', 'Set kanvera_mode and read /docs/#kanvera first.'],
      ['possessive', '⟦ka:Kanvera⟧’s lock beats ⟦ol:Oltmann⟧’s.'],
      ['parentheses', 'Two makers (⟦ka:Kanvera⟧, ⟦ol:Oltmann & Söhne⟧) offer it.'],
    ],
  },
];

export const unseen: readonly BrandSet[] = sets.map((set) => ({ ...set, heldOut: true }));
