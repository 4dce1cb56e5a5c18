import type { BrandSet } from '../brandCases.ts';

/** Spellings and inflected names as shops, forums and answers of the market write them. */
export const market: readonly BrandSet[] = [
  {
    language: 'en',
    script: 'Latn',
    names: {
      hm: ['H&M'],
      bj: ["Ben & Jerry's"],
      seven: ['7-Eleven'],
      coke: ['Coca-Cola'],
      wal: ['Wal-Mart'],
      play: ['PlayStation'],
      hd: ['Häagen-Dazs'],
      tgi: ["T.G.I. Friday's"],
      lo: ['Lowe’s'],
      yo: ['YouTube'],
    },
    cases: [
      ['ampersand', '⟦hm:H&M⟧, ⟦hm:H & M⟧ and ⟦hm:H and M⟧ are open; h and m are letters.'],
      ['ampersand', "Try ⟦bj:Ben and Jerry's⟧ or ⟦bj:Ben & Jerrys⟧, not Ben or Jerry."],
      ['hyphen', '⟦seven:7 Eleven⟧ and ⟦seven:7-Eleven⟧ open at 7, eleven stores close.'],
      ['hyphen', '⟦coke:Coca Cola⟧ and ⟦coke:CocaCola⟧ are not coca leaves.'],
      ['hyphen', '⟦wal:Walmart⟧ and ⟦wal:Wal-Mart⟧ differ from a wall mart.'],
      ['space', '⟦play:Play Station⟧ or ⟦play:Playstation⟧? The bus station plays music.'],
      ['accent', '⟦hd:Haagen Dazs⟧ and ⟦hd:Häagen-Dazs⟧ are sweet.'],
      ['dot', '⟦tgi:TGI Fridays⟧ or ⟦tgi:T.G.I. Friday’s⟧ on Fridays.'],
      ['apostrophe', "⟦lo:Lowes⟧ and ⟦lo:Lowe's⟧ have the lowest prices."],
      ['space', 'Watch on ⟦yo:You Tube⟧ or ⟦yo:YouTube⟧: you tube nothing else.'],
    ],
  },
  {
    language: 'fr',
    script: 'Latn',
    names: { brico: ['Brico'], prim: ['Prim'], carrefour: ['Carrefour'] },
    cases: [
      ['apostrophe', "Chez Brico'Marché et Brico'Dépôt, jamais chez ⟦brico:Brico⟧."],
      ['apostrophe', "Prim'Avera n’est pas ⟦prim:Prim⟧, ⟦carrefour:Carrefour⟧ l’est."],
    ],
  },
  {
    language: 'ja',
    script: 'Jpan',
    names: { uni: ['ユニクロ'], sony: ['Sony'], muji: ['無印良品'], line: ['LINE'] },
    cases: [
      ['width', '⟦uni:ﾕﾆｸﾛ⟧と⟦uni:ユニクロ⟧は同じです。'],
      ['width', '⟦sony:Ｓｏｎｙ⟧のカメラがおすすめです。'],
      ['plain', '⟦muji:無印良品⟧の収納は良品です。'],
    ],
  },
  {
    language: 'de',
    script: 'Latn',
    names: { mb: ['Müller'], oe: ['Moerkel'], edeka: ['Edeka'], miele: ['Miele'], stihl: ['Stihl'] },
    cases: [
      ['umlaut', 'Bei ⟦mb:Mueller⟧ und ⟦mb:Müllers⟧ Filialen gibt es Mehl, der Müll kommt weg.'],
      ['umlaut', '⟦oe:Mörkel⟧ und ⟦oe:Moerkel⟧ sind gleich.'],
      ['form', '⟦edeka:Edekas⟧ Hausmarke und ⟦miele:Mieles⟧ Waschmaschinen sind gut.'],
      ['form', 'Die ⟦stihl:Stihl⟧-Säge ist laut, ⟦stihl:Stihls⟧ Akku nicht, der Stil ist schlicht.'],
    ],
  },
  {
    language: 'pl',
    script: 'Latn',
    names: { biedronka: ['Biedronka'], allegro: ['Allegro'], lidl: ['Lidl'], rossmann: ['Rossmann'] },
    cases: [
      ['form', 'W ⟦biedronka:Biedronce⟧ i w ⟦lidl:Lidlu⟧ jest taniej niż w ⟦rossmann:Rossmannie⟧.'],
      ['form', 'Oferta ⟦biedronka:Biedronki⟧ i ⟦lidl:Lidla⟧ jest lepsza od tej z ⟦allegro:Allegro⟧.'],
    ],
  },
  {
    language: 'cs',
    script: 'Latn',
    names: { skoda: ['Škoda'], alza: ['Alza'], bata: ['Baťa'] },
    cases: [
      ['form', 'Na ⟦alza:Alze⟧ koupíte levněji než u ⟦skoda:Škody⟧.'],
      ['form', 'S ⟦skoda:Škodou⟧ a bez ⟦alza:Alzy⟧ to nejde.'],
    ],
  },
  {
    language: 'ru',
    script: 'Cyrl',
    names: { ozon: ['Озон'], mvideo: ['М.Видео'], lenta: ['Лента'], tinkoff: ['Тинькофф'] },
    cases: [
      ['form', 'На ⟦ozon:Озоне⟧ и в ⟦lenta:Ленте⟧ дешевле, чем в ⟦mvideo:М.Видео⟧.'],
      ['form', 'Карта ⟦tinkoff:Тинькоффа⟧ удобнее, а с ⟦lenta:Лентой⟧ выгодно.'],
    ],
  },
  {
    language: 'uk',
    script: 'Cyrl',
    names: { rozetka: ['Розетка'], nova: ['Нова Пошта'], silpo: ['Сільпо'] },
    cases: [
      ['form', 'У ⟦rozetka:Розетці⟧ та в ⟦silpo:Сільпо⟧ дешевше, ніж деінде.'],
      ['form', 'Доставка ⟦nova:Новою Поштою⟧ або з ⟦rozetka:Розетки⟧.'],
    ],
  },
  {
    language: 'fi',
    script: 'Latn',
    names: { marimekko: ['Marimekko'], gigantti: ['Gigantti'], ikea: ['IKEA'] },
    cases: [
      ['form', '⟦marimekko:Marimekon⟧ kankaat ja ⟦gigantti:Gigantista⟧ ostettu telkkari ovat hyviä.'],
      ['form', '⟦ikea:IKEAsta⟧ tai ⟦ikea:IKEA⟧:sta saa halvemmalla.'],
    ],
  },
  {
    language: 'hu',
    script: 'Latn',
    names: { otp: ['OTP'], tesco: ['Tesco'], alza: ['Alza'] },
    cases: [
      ['form', 'A ⟦tesco:Tescóban⟧ és az ⟦alza:Alzánál⟧ olcsóbb, mint az ⟦otp:OTP⟧-nél.'],
      ['form', 'A ⟦tesco:Tesco⟧ és a ⟦tesco:Tescóval⟧ szemben.'],
    ],
  },
  {
    language: 'tr',
    script: 'Latn',
    names: { arcelik: ['Arçelik'], trendyol: ['Trendyol'], migros: ['Migros'] },
    cases: [
      ['form', '⟦arcelik:Arçelik⟧’in ürünleri ve ⟦trendyol:Trendyolda⟧ satılanlar iyi.'],
      ['form', '⟦migros:Migrostan⟧ ve ⟦trendyol:Trendyol⟧’dan alabilirsiniz.'],
    ],
  },
  {
    language: 'lt',
    script: 'Latn',
    names: { maxima: ['Maxima'], senukai: ['Senukai'] },
    cases: [['form', '⟦maxima:Maximoje⟧ pigiau nei ⟦senukai:Senukuose⟧, ⟦maxima:Maximos⟧ kainos geros.']],
  },
  {
    language: 'el',
    script: 'Grek',
    names: { jumbo: ['Jumbo'], plaisio: ['Πλαίσιο'], skla: ['Σκλαβενίτης'] },
    cases: [
      ['form', 'Στο ⟦plaisio:Πλαίσιο⟧ και στον ⟦skla:Σκλαβενίτη⟧ είναι φθηνά.'],
      ['form', 'Οι τιμές του ⟦plaisio:Πλαισίου⟧ και του ⟦skla:Σκλαβενίτη⟧ είναι καλές.'],
    ],
  },
  {
    language: 'ko',
    script: 'Kore',
    names: { samsung: ['삼성'], coupang: ['쿠팡'] },
    cases: [['particle', '⟦samsung:삼성⟧의 제품은 ⟦coupang:쿠팡⟧에서 살 수 있습니다.']],
  },
];
