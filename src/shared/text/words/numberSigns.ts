/** Signs of currencies, magnitudes and units as written in answers, with their meaning. The order does not matter. */

/** Ambiguous currency signs, with their currencies (ISO 4217). */
export const ambiguousSigns: Readonly<Record<string, ReadonlySet<string>>> = {
  $: new Set(
    (
      'USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP UYU DOP BBD BMD BND BSD BZD ' +
      'FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD CVE TOP'
    ).split(' '),
  ),
  // What is called a dollar: a peso has its sign only.
  dollar: new Set(
    'USD CAD AUD NZD SGD HKD TWD BBD BMD BND BSD BZD FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD'.split(' '),
  ),
  '¥': new Set(['JPY', 'CNY']),
  kr: new Set(['SEK', 'NOK', 'DKK', 'ISK']),
  Rs: new Set(['INR', 'PKR', 'LKR', 'NPR', 'MUR', 'SCR']),
};

/** Codes that stand before and after amounts in any market. Others, which are also words, count in their own market. */
const codes = (
  'EUR USD GBP JPY CHF AUD CAD NZD SEK NOK DKK ISK PLN CZK HUF RON BGN RUB UAH INR CNY KRW MXN BRL ZAR SGD HKD TWD ' +
  'THB IDR MYR PHP VND ILS AED SAR EGP KWD QAR BHD OMR JOD MAD TND CLP ARS UYU NGN KES GHS PKR BDT LKR KZT RSD'
).split(' ');

function pairs(written: string): readonly (readonly [string, string])[] {
  return written
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [meaning = '', ...signs] = line.trim().split(/ ?\| ?/);
      return signs.map((sign) => [sign, meaning] as const);
    });
}

/** Meaning (ISO 4217, or the sign itself if it is ambiguous) and signs of each line. */
export const currencySigns = {
  before: [
    ...codes.map((code) => [code, code] as const),
    ...pairs(`
      USD | US$ | US $ | U$S | U$D | u$s | u$d | USD$
      AUD | A$ | AU$ | AU $ | AUD$
      CAD | C$ | CA$ | CA $ | Can$ | CAD$
      NZD | NZ$ | NZ $
      BRL | R$
      HKD | HK$ | HK $
      TWD | NT$
      SGD | S$ | SG$
      MXN | MX$ | Mex$
      ARS | AR$
      CLP | CLP$
      COP | COP$ | COL$
      IDR | Rp
      MYR | RM
      Rs | Rs. | Rs
      CNY | RMB
      PEN | S/.
      KES | KSh | Ksh | KSh. | Ksh.
      PHP | Php
      BDT | Tk. | Tk
      AED | Dhs. | Dhs | Dh | DH
      SAR | SR
      ZMW | ZK
      $ | $ | ＄
      EUR | €
      GBP | £ | ￡
      ¥ | ¥ | ￥
      INR | ₹
      KRW | ₩ | ￦
      RUB | ₽
      TRY | ₺
      ILS | ₪
      THB | ฿
      VND | ₫
      UAH | ₴
      PHP | ₱
      NGN | ₦
      KZT | ₸
      GHS | GH₵ | ₵
      BDT | ৳
      CRC | ₡
      PYG | ₲
      GEL | ₾
      AMD | ֏
      AZN | ₼
      MNT | ₮
      kr | kr. | kr | Kr
    `),
  ],
  after: [
    ...codes.map((code) => [code, code] as const),
    ...pairs(`
      EUR | € | euros | euro | eura | eur | eurů | evra | evrov | avro | евро | євро | ευρώ | ユーロ | 欧元 | 歐元 | 유로 | يورو | אירו | יורו | eurot | euroa | euroja | یورو | यूरो | ยูโร
      $ | $
      dollar | dollars | dollar | dólares | dolares | dólar | dollari | dollaro | dollarin | dolarów | dolar | dolarů | долларов | доллара | доллар | доларів | долари | δολάρια | ドル | 달러 | دولارات | دولار | دلار | דולר | דולרים | डॉलर | ดอลลาร์ | đô la
      USD | US$ | US dollars | US-Dollar | USD | $ US | $US | $ U.S. | 美元 | 美金 | đô la Mỹ | دولار أمريكي | دولار امريكي
      CAD | $ CA | $CA | $ CAN | $CAN | $ CDN | $ can.
      AUD | $ AU | $AU
      GBP | £ | pounds sterling | pound sterling | British pounds | sterline | фунтов | 英镑 | 英鎊 | 英ポンド
      PLN | zł | złotych | złote | złoty | zl
      CZK | Kč | korun
      HUF | Ft | forint
      kr | kr | kr. | kronor | kroner | krónur | :-
      TRY | TL | ₺
      RUB | ₽ | руб. | руб | рублей | рубля | рубль
      UAH | грн | грн. | ₴ | гривень | гривні
      BGN | лв. | лв | лева
      RSD | динара | динар | дин. | дин
      JPY | 円 | yen | yenes | ienes | иен | 日元 | 日圓 | 日圆 | 日币 | 日幣 | 엔 | เยน
      CNY | 元 | 人民币 | 人民幣 | 块钱 | 人民元 | yuan | юаней | RMB
      KRW | 韩元 | 韓元 | ウォン
      THB | 泰铢 | 泰銖
      HKD | 港元 | 港幣 | 港币
      TWD | 新台幣 | 新臺幣 | 台幣 | 新台币
      ¥ | ¥ | ￥
      KRW | 원 | ₩
      THB | บาท | baht
      VND | ₫ | đ | đồng | VNĐ
      INR | रुपये | रुपए | रुपया | rupees | ₹
      BDT | টাকা
      PKR | روپے
      INR | ரூபாய் | రూపాయలు | রুপি
      IDR | rupiah
      MYR | ringgit
      ILS | ₪ | ש"ח | ש״ח | שקלים | שקל | شيكل
      AED | درهمًا | درهماً | دراهم | درهم | د.إ. | د.إ | dirhams | dirham | Dhs | Dh
      SAR | ريالًا | ريالاً | ريالات | ريال | ر.س. | ر.س | riyals
      EGP | جنيه | جنيهًا | جنيهاً | جنيهات | ج.م. | ج.م
      KWD | د.ك. | د.ك
      QAR | ر.ق. | ر.ق
      BHD | د.ب. | د.ب
      OMR | ر.ع. | ر.ع
      JOD | د.أ. | د.أ
      MAD | د.م. | د.م
      IRR | تومان | ریال
      BRL | reais
      CHF | Franken
    `),
  ],
} as const;

/** Signs and words that mean a currency only in its own market. */
export const marketSigns: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['MXN', 'ARS', 'CLP', 'COP', 'UYU', 'DOP'].map((code) => [code, ['pesos', 'peso']])),
  MAD: ['درهم', 'درهمًا', 'درهماً', 'دراهم', 'dirhams', 'dirham', 'DH', 'Dh', 'dh'],
  ...Object.fromEntries(
    ['PKR', 'LKR', 'NPR', 'MUR', 'SCR'].map((code) => [
      code,
      ['rupees', 'rupee', 'रुपैयाँ', 'रुपैयां', 'रु.', 'रू', 'रु', 'රුපියල්', 'රු.', 'රු', 'ரூபாய்', 'roupies'],
    ]),
  ),
  ...Object.fromEntries(
    ['KES', 'TZS', 'UGX'].map((code) => [
      code,
      ['shillings', 'shilingi', 'Shs.', 'Shs', 'Sh.', 'Sh', '/=', 'bob'],
    ]),
  ),
  ...Object.fromEntries(['QAR', 'OMR', 'YER'].map((code) => [code, ['ريال', 'ريالًا', 'ريالاً', 'ريالات']])),
  ...Object.fromEntries(
    ['KWD', 'BHD', 'JOD', 'IQD', 'TND', 'DZD', 'LYD'].map((code) => [
      code,
      [
        'دينار',
        'دينارًا',
        'ديناراً',
        'دنانير',
        'dinars',
        'dinar',
        'DT',
        'DA',
        'JD',
        'KD',
        'BD',
        'دج',
        'د.ج',
        'د.ت',
        'د.ع',
      ],
    ]),
  ),
  ...Object.fromEntries(['HKD', 'TWD', 'MOP'].map((code) => [code, ['元']])),
  LBP: ['ليرة'],
  SYP: ['ليرة'],
  SDG: ['جنيه', 'جنيهًا', 'جنيهاً'],
  RUB: ['р.', 'р'],
  ...Object.fromEntries(['USD', 'AUD', 'CAD', 'NZD'].map((code) => [code, ['bucks']])),
  PHP: ['pesos', 'peso', 'P'],
  PEN: ['soles', 'sol'],
  GBP: ['pounds', 'quid'],
  CHF: ['Fr.', 'Fr', 'SFr.', 'francs', 'franc'],
  ...Object.fromEntries(
    ['XOF', 'XAF'].map((code) => [code, ['FCFA', 'F CFA', 'CFA', 'francs CFA', 'francs', 'F']]),
  ),
  RON: ['lei', 'leu'],
  MDL: ['lei', 'leu'],
  BYN: ['руб.', 'руб', 'рублей', 'рубля', 'рубль', 'р.', 'р'],
  KZT: ['теңге', 'тенге', 'тг.', 'тг', 'tenge'],
  KGS: ['сом', 'сома', 'сомов', 'som'],
  UZS: ["so'm", 'so‘m', 'soʻm', 'so’m', 'сум', 'сўм'],
  AZN: ['manat', 'manata', 'манат', 'манатов', 'AZN'],
  GEL: ['ლარი', 'ლარად', 'лари', 'lari'],
  AMD: ['դրամ', 'драм', 'драмов', 'dram', 'AMD'],
  MNT: ['төгрөг'],
  RSD: ['din.', 'din', 'dinara', 'dinar'],
  BAM: ['KM', 'КМ', 'maraka'],
  MKD: ['денари', 'денар', 'ден.', 'ден'],
  ALL: ['lekë', 'lek', 'Lekë', 'Lek', 'L'],
  ETB: ['ብር', 'birr', 'Birr', 'Br'],
  MMK: ['ကျပ်', 'kyats', 'kyat', 'Ks'],
  LAK: ['ກີບ', 'kip'],
  KHR: ['រៀល', 'riels', 'riel'],
  MZN: ['MT', 'MTn', 'meticais'],
  AOA: ['Kz', 'kwanzas'],
  NGN: ['naira', 'N'],
  GHS: ['cedis', 'cedi'],
  ZMW: ['kwacha', 'K'],
  BWP: ['pula', 'P'],
  BOB: ['bolivianos', 'Bs.', 'Bs'],
  VES: ['bolívares', 'Bs.', 'Bs'],
  PYG: ['guaraníes', 'guaranies', 'Gs.', 'Gs'],
  CRC: ['colones'],
  GTQ: ['quetzales'],
  HNL: ['lempiras', 'L.'],
  NIO: ['córdobas', 'C$'],
  PAB: ['balboas'],
  TRY: ['lira', 'liraya', 'liradan'],
  KRW: ['won'],
  ZAR: ['rand'],
  BRL: ['real'],
};

/** A magnitude: its factor, and the languages in which the word has this meaning (none for all). */
export type Magnitude = readonly [written: string, factor: number, languages: readonly string[]];

function magnitudesOf(written: string): readonly Magnitude[] {
  return written
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [size = '', ...words] = line.trim().split(/ ?\| ?/);
      const [factor = '', ...languages] = size.split(',');
      return words.map((word) => [word, Number(factor), languages] as const);
    });
}

/** Words and abbreviations after a number. Short ones count only beside a currency (`moneyMagnitudes`). */
export const magnitudes: readonly Magnitude[] = magnitudesOf(`
  1e3 | thousand | Tausend | Tsd. | tys. | tis. | тыс. | тыс | тысяч | тысячи | тысяча | тис. | тис | тисяч | тисячі | хиляди | хил. | χιλ. | χιλιάδες | ألف | آلاف | هزار | אלף | हज़ार | हजार | ribuan | ribu | nghìn | ngàn | tusen | duizend | tuhatta | tuhat | tūkst. | tūkstančių | tūkstoši | ezer | mila | พัน | tisíc | tisíce | tisíců | tisuća | tisuće | tisoč | hiljada | hiljade | хиљада | হাজার | ہزار | ஆயிரம் | వేల | હજાર
  1e3,es,pt,ca,gl | mil
  1e3,fr,it | mille
  1e3,tr | bin
  1e3,ro | mii | mie
  1e4 | หมื่น
  1e5 | lakh | lakhs | lac | lacs | लाख | แสน | লাখ | লক্ষ | لاکھ | லட்சம் | లక్షల | લાખ
  1e6 | million | millions | Million | Millionen | Mio. | Mio | mio. | mio | mln | mln. | mn | millón | millones | milhão | milhões | milió | milions | milione | milioni | miljoen | miljoner | miljon | millioner | millionen | miljoonaa | miljoona | milion | miliony | milionů | milionów | milióny | miliónov | millió | milioane | milijuna | milijun | milijonov | milijonų | miljonit | miljonu | milj. | milyon | jutaan | juta | triệu | মিলিয়ন | ملین | млн | млн. | миллион | миллиона | миллионов | мільйон | мільйони | мільйонів | милиона | милион | милиони | εκατ. | εκατομμύρια | εκατομμύριο | مليون | ملايين | میلیون | מיליון | ล้าน
  1e6,de | Mill. | Mill
  1e6,no,da | mill. | mill
  1e6,cs,sk,ro | mil.
  1e6,pt | mi
  1e7 | crore | crores | करोड़ | কোটি | کروڑ | கோடி | కోట్ల | કરોડ
  1e9 | Milliarde | Milliarden | Mrd. | Mrd | mrd. | mrd | milliard | milliards | Md | md | miliardo | miliardi | mld | mld. | miljard | miljarder | milliarder | miljardia | miljardi | milyar | miliar | tỷ | bilhão | bilhões | млрд | млрд. | миллиард | миллиарда | миллиардов | мільярд | мільярдів | милиарда | милијарди | δισ. | δισεκατομμύρια | مليار | میلیارد | מיליארד
  1e9,en,pt | billion | billions | bn | bi
  1e12,en | trillion
  1e12,de,es,it,fr,nl,pl | Billion | Billionen | billón | billones | bilione | bilioni | bilion
`);

/** Letters that are magnitudes only beside a currency: "$1.2k", "£5m"; "4K" and "5 m" are something else. */
export const moneyMagnitudes: readonly Magnitude[] = magnitudesOf(`
  1e3 | k | K | rb
  1e5 | L
  1e6 | m | M | MM | jt | tr
  1e7 | cr | Cr | Cr.
  1e9 | b | B
  1e12 | T
`);

/** Words for percent behind a number, in every form that a number takes. */
const percentWords = (
  'percent|Prozent|prozentige|prozentiger|prozentiges|prozentigen|prozentig|per cent|pour cent|por ciento|por cento|per cento|procent|procente|procenta|procenty|' +
  'procentų|procentai|procentus|procentu|procenti|procentiem|proc.|pct.|pct|prosent|prósent|prosenttia|' +
  'prosentti|prosentin|prosentilla|protsenti|protsent|százalék|százalékos|százalékkal|százalékot|' +
  'postotak|posto|odsto|одсто|odstotkov|odstotki|odstotka|odstotke|percenta|percentá|la sută|për qind|' +
  'per qind|процентов|процента|процент|процентами|проценти|відсотків|відсотки|відсотка|відсоток|на сто|' +
  'пайыз|пайызға|τοις εκατό|τοις εκατο|faiz|foiz|persen|peratus|porsyento|porsiyento|phần trăm|パーセント|％|' +
  '퍼센트|प्रतिशत|टक्के|ટકા|শতাংশ|ਫ਼ੀਸਦੀ|శాతం|சதவீதம்|ശതമാനം|فیصد|درصد|في المئة|في المائة|بالمئة|بالمائة|' +
  'אחוזים|אחוז|เปอร์เซ็นต์|პროცენტი|პროცენტით|տոկոս|%|٪'
).split('|');

export const units: readonly (readonly [string, string])[] = [
  ...'km/h mph kWh Wh mAh GHz MHz Hz ml GB TB MB ° V'.split(' ').map((unit) => [unit, unit] as const),
  ...pairs(`
    W | watts | watt | Watt | W | Вт | ватт | ワット | 와트 | 瓦
    km/h | км/ч | км/год | 公里/小时
    kWh | кВт·ч | кВт⋅ч | кВтч
    mAh | мА·ч | мА⋅ч | мАч | мА*ч | 毫安时 | 毫安時 | 毫安
    GHz | ГГц
    Hz | Гц | 赫兹
    oz | ounces | ounce | oz
    ml | мл | 毫升 | ミリリットル | มล. | מ"ל | मिली
    GB | ГБ | جيجابايت | جيجا | गीगाबाइट | ギガ
    TB | ТБ | تيرابايت
    MB | МБ | ميجابايت
    mi | miles | mile
    ft | feet | foot | ft
    m | metres | meters | metre | meter | Meter | Metern | mètres | mètre | metros | metro | metri | метров | метра | m
    km | kilometres | kilometers | kilometre | kilometer | Kilometer | Kilometern | kilomètres | kilomètre | kilómetros | quilômetros | chilometri | km | км | 公里 | كم | ק"מ | กม.
    l | litres | liters | litre | liter | Liter | Litern | litros | litro | litri | литров | литра | литр | л | litrów | litrů | litraa | लीटर | リットル | 리터 | ลิตร | לטר | ליטר | لتر | L | l
    kg | کیلوگرم | کیلو | килограммов | килограмма | kilograms | kilogram | Kilogramm | kilos | kilo | kg | кг
    kg | 公斤 | 千克 | キログラム | キロ | كيلوغرام | كجم | كغ | ק"ג | ק״ג | กิโลกรัม | กก. | किलोग्राम | किलो | 킬로그램
    g | grams | gram | grammes | Gramm | gramos | gramas | grammi | グラム | غرام | גרם | ग्राम | 克 | g | г
    lb | pounds | pound | lbs | lb
    mm | millimetres | millimeters | millimetre | millimeter | Millimeter | mm | мм | ミリ | 毫米 | ملم | مم | מ"מ | มม. | मिमी
    cm | centimetres | centimeters | centimetre | centimeter | centimètres | centímetros | Zentimeter | cm | см | センチ | 厘米 | سم | ס"מ | ซม. | सेमी
    in | inches | inch | Zoll | pouces | pouce | pulgadas | pulgada | pollici | polegadas | polegada | inç | inčů
    in | дюймов | дюйма | дюйм | дюймовый | дюйми | インチ | 英寸 | 英吋 | 인치 | بوصات | بوصة | אינץ' | אינץ׳ | אינץ | นิ้ว | इंच | ইঞ্চি | اینچ | ίντσες | ιντσών | ίντσα
    °C | °C | ℃ | Grad Celsius | degrees Celsius | degrés Celsius
    °F | ℉ | °F
  `),
  ...percentWords.map((written) => [written, '%'] as const),
];

/** Units whose words mean something else in other languages. */
export const languageUnits: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  fr: pairs('GB | Go\nTB | To\nMB | Mo'),
  sv: pairs('in | tums | tum'),
  da: pairs('in | tommer | tomme'),
  no: pairs('in | tommer | tomme'),
  fi: pairs('in | tuumaa | tuuman | tuuma'),
  pl: pairs('in | cali | cale | calowy | calowe'),
  cs: pairs('in | palců | palce | palcový'),
  sk: pairs('in | palcov | palce'),
  hu: pairs('in | colos | col | hüvelykes | hüvelyk'),
  ro: pairs('in | inchi | țoli'),
  id: pairs('in | inci'),
  ms: pairs('in | inci'),
  zh: pairs('l | 升'),
};
