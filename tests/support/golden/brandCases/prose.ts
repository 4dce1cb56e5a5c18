import type { BrandSet } from '../brandCases.ts';

/** Names in prose of fifteen languages as engines write it, in their forms, and words that only look like them. */
export const prose: readonly BrandSet[] = [
  {
    language: 'de',
    script: 'Latn',
    names: { ritter: ['Ritter Sport'], lidl: ['Lidl'], vorwerk: ['Vorwerk'], thermo: ['Thermomix'] },
    cases: [
      ['form', '1. **⟦vorwerk:Vorwerks⟧ ⟦thermo:Thermomix⟧-Alternative**: gut für Einsteiger.'],
      ['form', 'Viele loben ⟦lidl:Lidls⟧ Eigenmarken, während ⟦ritter:Ritter Sport⟧ teurer ist.'],
      ['other word', 'Das Liedl im Radio und das Vorwerken der Bücher haben damit nichts zu tun.'],
      [
        'plain',
        'Der ⟦thermo:Thermomix⟧ (⟦vorwerk:Vorwerk⟧) kostet 1.399 €, bei ⟦lidl:LIDL⟧ gibt es eine Alternative.',
      ],
    ],
  },
  {
    language: 'pl',
    script: 'Latn',
    names: {
      allegro: ['Allegro'],
      empik: ['Empik'],
      wedel: ['Wedel'],
      pko: ['PKO BP'],
      biedronka: ['Biedronka'],
    },
    cases: [
      [
        'form',
        'Najtaniej kupisz je na ⟦allegro:Allegro⟧ albo w ⟦empik:Empiku⟧, a czasem w ⟦biedronka:Biedronce⟧.',
      ],
      ['form', 'Czekolady ⟦wedel:Wedla⟧ są dostępne w każdej ⟦biedronka:Biedronce⟧.'],
      ['form', 'Konto w ⟦pko:PKO BP⟧ jest darmowe, a klienci ⟦empik:Empikiem⟧ są zachwyceni.'],
      ['other word', 'Na liściu siedziała biedroneczka, a muzyk grał adagio.'],
    ],
  },
  {
    language: 'cs',
    script: 'Latn',
    names: { alza: ['Alza'], rohlik: ['Rohlík'], kofola: ['Kofola'], skoda: ['Škoda'] },
    cases: [
      ['form', 'Na ⟦alza:Alze⟧ i v ⟦rohlik:Rohlíku⟧ najdete slevy každý týden.'],
      ['form', 'Vyzkoušejte ⟦kofola:Kofolu⟧ a jezděte ⟦skoda:Škodou⟧, které patří k nejlepším.'],
      ['form', 'Ceny ⟦alza:Alzy⟧ jsou nižší než u ⟦kofola:Kofoly⟧.'],
      ['other word', 'Je to velká škodolibost a nikdo to nečekal.'],
    ],
  },
  {
    language: 'ru',
    script: 'Cyrl',
    names: { ozon: ['Озон'], tinkoff: ['Тинькофф'], dns: ['ДНС'], lenta: ['Лента'], mts: ['Мегафон'] },
    cases: [
      ['form', 'На ⟦ozon:Озоне⟧ и в ⟦lenta:Ленте⟧ цены ниже, чем у ⟦mts:Мегафона⟧.'],
      ['form', 'Клиенты ⟦tinkoff:Тинькоффа⟧ довольны, а с ⟦mts:Мегафоном⟧ есть проблемы.'],
      ['form', 'В ⟦dns:ДНС⟧ и ⟦lenta:Ленту⟧ можно зайти по пути.'],
      ['other word', 'Озонирование воздуха и красная ленточка здесь ни при чём.'],
    ],
  },
  {
    language: 'uk',
    script: 'Cyrl',
    names: { rozetka: ['Розетка'], mono: ['Монобанк'], silpo: ['Сільпо'], kyiv: ['Київстар'] },
    cases: [
      ['form', 'У ⟦rozetka:Розетці⟧ та в ⟦mono:Монобанку⟧ все просто.'],
      ['form', 'Купуйте у ⟦silpo:Сільпо⟧, платіть ⟦mono:Монобанком⟧, дзвоніть ⟦kyiv:Київстаром⟧.'],
      ['form', 'Тарифи ⟦kyiv:Київстару⟧ кращі, а товари ⟦rozetka:Розетки⟧ дешевші.'],
      ['other word', 'Увімкніть прилад у розеточку на стіні.'],
    ],
  },
  {
    language: 'fi',
    script: 'Latn',
    names: {
      kesko: ['Kesko'],
      prisma: ['Prisma'],
      marimekko: ['Marimekko'],
      elisa: ['Elisa'],
      verkko: ['Verkkokauppa.com'],
    },
    cases: [
      ['form', 'Osta ⟦prisma:Prismasta⟧ tai ⟦marimekko:Marimekolta⟧, jos haluat laatua.'],
      ['form', '⟦kesko:Keskon⟧ ja ⟦elisa:Elisan⟧ palvelut ovat hyviä.'],
      ['form', 'Vertaa ⟦elisa:Elisaa⟧ ja ⟦verkko:Verkkokauppa.com⟧:in hintoja.'],
      ['other word', 'Prismaattinen valo on keskellä kuvaa.'],
    ],
  },
  {
    language: 'hu',
    script: 'Latn',
    names: {
      mol: ['Otthon Expressz'],
      penny: ['Penny'],
      auchan: ['Auchan'],
      tesco: ['Tesco'],
      ikea: ['IKEA'],
    },
    cases: [
      ['form', 'Az ⟦auchan:Auchanban⟧ és a ⟦penny:Pennyben⟧ is akciós, az ⟦ikea:IKEA⟧-ban nem.'],
      ['form', 'Vásároljon az ⟦auchan:Auchantól⟧ vagy a ⟦tesco:Tescóval⟧ együtt.'],
      ['form', 'Az ⟦ikea:IKEA⟧-nál és a ⟦penny:Pennynél⟧ is jók az árak.'],
      ['other word', 'A pennyroyal nevű növény és a teszt nem tartozik ide.'],
    ],
  },
  {
    language: 'lt',
    script: 'Latn',
    names: { maxima: ['Maxima'], rimi: ['Rimi'], senukai: ['Senukai'], telia: ['Telia'] },
    cases: [
      ['form', 'Pirkite ⟦maxima:Maximoje⟧ arba ⟦senukai:Senukuose⟧, nes ten pigiau.'],
      ['form', '⟦maxima:Maximos⟧ ir ⟦telia:Telios⟧ kainos yra mažesnės nei ⟦rimi:Rimi⟧.'],
      ['form', 'Rekomenduoju ⟦telia:Telią⟧ ir ⟦maxima:Maximą⟧, kurios yra geriausios.'],
      ['other word', 'Maksimalus greitis yra svarbus visiems.'],
    ],
  },
  {
    language: 'tr',
    script: 'Latn',
    names: { trendyol: ['Trendyol'], migros: ['Migros'], arcelik: ['Arçelik'], sahibinden: ['Hepsiburada'] },
    cases: [
      ['form', '⟦trendyol:Trendyolda⟧ ve ⟦sahibinden:Hepsiburadada⟧ fiyatlar daha uygun.'],
      ['form', '⟦arcelik:Arçeliğin⟧ ürünleri ⟦migros:Migrosta⟧ da var.'],
      ['form', '⟦trendyol:Trendyol⟧’un kampanyaları ⟦migros:Migros⟧’tan iyi.'],
      ['other word', 'Trendler ve çelik fiyatları bu yıl arttı.'],
    ],
  },
  {
    language: 'el',
    script: 'Grek',
    names: { plaisio: ['Πλαίσιο'], germanos: ['Γερμανός'], cosmote: ['Cosmote'], skroutz: ['Σκλαβενίτης'] },
    cases: [
      ['form', 'Στον ⟦germanos:Γερμανό⟧ και στον ⟦skroutz:Σκλαβενίτη⟧ θα το βρείτε φθηνότερα.'],
      ['form', 'Οι τιμές του ⟦plaisio:Πλαισίου⟧ και της ⟦cosmote:Cosmote⟧ είναι καλές.'],
      ['form', 'Τα καταστήματα του ⟦skroutz:Σκλαβενίτη⟧ είναι ανοιχτά.'],
      ['other word', 'Μέσα σε αυτά τα πλαισιωμένα όρια.'],
    ],
  },
  {
    language: 'en',
    script: 'Latn',
    names: {
      notion: ['Notion'],
      monday: ['monday.com'],
      click: ['ClickUp'],
      trader: ["Trader Joe's"],
      hm: ['H&M'],
    },
    cases: [
      ['plain', '- **⟦click:ClickUp⟧** – all-in-one; ⟦notion:Notion⟧’s AI is stronger'],
      ['plain', 'See ⟦monday:monday.com⟧ (from $9) vs. ⟦click:Click Up⟧.'],
      ['plain', 'Shoppers prefer ⟦trader:Trader Joes⟧ to ⟦hm:H & M⟧ cafés, and ⟦hm:H&M⟧’s prices.'],
      ['other word', 'On Monday, click up and down; the H and the M key are broken.'],
    ],
  },
  {
    language: 'fr',
    script: 'Latn',
    names: { loreal: ["L'Oréal"], fnac: ['Fnac'], leclerc: ['E.Leclerc'], dim: ['Decathlon'] },
    cases: [
      ['plain', 'Chez ⟦dim:Décathlon⟧ ou à la ⟦fnac:FNAC⟧, les prix sont bas.'],
      ['plain', 'Le sérum de ⟦loreal:L’Oréal⟧ Paris se trouve chez ⟦leclerc:E. Leclerc⟧.'],
      ['plain', 'La crème ⟦loreal:Loreal⟧ est citée avant celle de ⟦leclerc:E.Leclerc⟧.'],
      ['other word', 'Le vol est clair, le clerc aussi.'],
    ],
  },
  {
    language: 'ja',
    script: 'Jpan',
    names: {
      uniqlo: ['ユニクロ', 'UNIQLO'],
      muji: ['無印良品', 'MUJI'],
      rakuten: ['楽天'],
      nitori: ['ニトリ'],
    },
    cases: [
      ['plain', '⟦uniqlo:ユニクロ⟧や⟦muji:無印良品⟧、⟦nitori:ニトリ⟧が人気です。'],
      ['plain', '⟦uniqlo:ＵＮＩＱＬＯ⟧の商品は⟦rakuten:楽天⟧でも買えます。'],
      ['plain', '**⟦muji:MUJI⟧（⟦muji:無印良品⟧）**がおすすめ。'],
      ['other word', '楽天的な性格の人に向いています。'],
    ],
  },
  {
    language: 'ko',
    script: 'Kore',
    names: { coupang: ['쿠팡'], naver: ['네이버'], samsung: ['삼성'], lg: ['LG전자'] },
    cases: [
      ['form', '⟦coupang:쿠팡⟧에서 구매하거나 ⟦naver:네이버⟧에서 비교하세요.'],
      ['plain', '⟦samsung:삼성⟧의 제품이 ⟦lg:LG전자⟧보다 비쌉니다.'],
      ['plain', '1위 ⟦samsung:삼성⟧, 2위 ⟦lg:LG 전자⟧.'],
      ['other word', '그 마을에는 삼성각이라는 건물이 있다.'],
    ],
  },
  {
    language: 'ar',
    script: 'Arab',
    names: { noon: ['نون'], amazon: ['أمازون'], careem: ['كريم'], stc: ['STC'] },
    cases: [
      ['plain', 'يمكنك الشراء من ⟦amazon:أمازون⟧ أو ⟦noon:نون⟧ بسهولة.'],
      ['form', 'تطبيق ⟦careem:كريم⟧ أرخص، و⟦stc:STC⟧ توفر الإنترنت.'],
      ['plain', 'أسعار ⟦amazon:امازون⟧ مناسبة.'],
      ['form', 'وجدته ب⟦amazon:أمازون⟧ اليوم.'],
    ],
  },
];
