import { isLongerThan, questionLimit } from '../interface/requests/textLength.ts';
import { plainLines } from '../text/listLines.ts';
import {
  keywordPlannerHeads,
  maxHeadRow,
  questionColumn,
  questionHead,
  searchConsoleHeads,
} from './questionHeads.ts';
import { questionKey } from './questionList.ts';

/** A candidate question from another tool, before the user decides whether to add it. */
export type QuestionCandidate = {
  readonly text: string;
  /** Volume as stated by its source: searches per month, impressions, answers. */
  readonly volume: number | null;
  readonly tags: readonly string[];
};

export type KeywordTool = 'search-console' | 'keyword-planner' | 'semrush' | 'ahrefs' | 'list';

export type KeywordFile = {
  readonly tool: KeywordTool;
  /** Headings of the columns that were read. */
  readonly columns: { readonly question: string | null; readonly volume: string | null };
  readonly candidates: readonly QuestionCandidate[];
  /** Skipped rows: duplicates, empty, or too long. */
  readonly left: number;
};

type Columns = {
  readonly tool: KeywordTool;
  readonly question: readonly string[];
  /** One of these must also be present. */
  readonly volume: readonly string[];
};

/** Column names of the tools, in the languages they most often export. The first match is used. */
const known: readonly Columns[] = [
  {
    tool: 'search-console',
    question: searchConsoleHeads,
    volume: ['impressions', 'impressionen', 'impresiones', 'impressioni', 'impressões', '表示回数'],
  },
  {
    tool: 'keyword-planner',
    question: keywordPlannerHeads,
    volume: [
      'avg. monthly searches',
      'durchschn. suchanfragen pro monat',
      'nombre moyen de recherches mensuelles',
      'promedio de búsquedas mensuales',
      'media di ricerche mensili',
    ],
  },
  { tool: 'semrush', question: ['keyword'], volume: ['search volume'] },
  { tool: 'ahrefs', question: ['keyword'], volume: ['volume'] },
];
/**
 * How often people search, as the columns of other tools and of lists are called; what stands first wins. "Durchschnittl.
 * Suchanfragen pro Monat" is read as these words, too.
 */
const volumeWords: readonly RegExp[] = [
  /volume|volumen|ボリューム|検索数|搜索量|搜尋量|검색량|검색수|조회수|объ[её]м|частотность|показов в месяц|wyszukiwań|objem|objętość|hacim|حجم|נפח/u,
  /searches|suchanfragen pro monat|recherches mensuelles|búsquedas mensuales|ricerche mensili|pesquisas mensais|zoekopdrachten per maand|запросов в месяц|число запросов/u,
  /impressions|impressionen|impresiones|impressioni|impressões|vertoningen|^impr\.|表示回数|показы|покази|wyświetlenia|visningar|zobrazení|展示|曝光|노출/u,
];

function volumeColumn(head: readonly string[]): number {
  const named = head.map((cell) => cell.trim().toLowerCase());
  for (const words of volumeWords) {
    const at = named.findIndex((cell) => words.test(cell) && !/trend|change|%|veränderung/u.test(cell));
    if (at !== -1) return at;
  }
  return -1;
}

/** Semrush writes "Volume" too, beside columns that Ahrefs does not have. */
const semrushHeads = ['keyword difficulty', 'cpc (usd)', 'competitive density'];
/** Whether a row has a heading of a keyword tool, or of questions. */
export const isKeywordHead = (cells: readonly string[]): boolean =>
  questionColumn(cells) !== -1 ||
  includesAny(
    cells.map((cell) => cell.trim().toLowerCase()),
    keywordPlannerHeads,
  );

/** Keywords and questions from the rows of a file of Search Console, Keyword Planner, Semrush, Ahrefs, or any list. */
export function readKeywordRows(rows: readonly (readonly string[])[]): KeywordFile {
  const console = searchConsole(rows);
  if (console !== null && !isOtherTool(rows, console)) return read(rows, 0, 'search-console', 0, console);
  const heads = rows.slice(0, maxHeadRow).map((row) => row.map((cell) => cell.trim().toLowerCase()));
  for (const columns of known) {
    const at = heads.findIndex(
      (head) => includesAny(head, columns.question) && includesAny(head, columns.volume),
    );
    const head = heads[at];
    if (head === undefined) continue;
    const tool = columns.tool === 'ahrefs' && includesAny(head, semrushHeads) ? 'semrush' : columns.tool;
    return read(rows, at, tool, indexOfAny(head, columns.question), indexOfAny(head, columns.volume));
  }
  const head = questionHead(rows);
  if (head === null) return read(rows, -1, 'list', 0, -1);
  return read(rows, head.row, 'list', head.column, volumeColumn(rows[head.row] ?? []));
}

/**
 * Search Console writes the same columns in every language: query, clicks, impressions, CTR and position, or each but
 * the query twice for two periods. Returns the column of the (newer) impressions; null for another file.
 */
function searchConsole(rows: readonly (readonly string[])[]): number | null {
  const [head, ...body] = rows.filter((row) => row.length > 1);
  const width = head?.length ?? 0;
  const periods = (width - 1) / 4;
  if (periods !== 1 && periods !== 2) return null;
  const count = /^\d[\d.,\s\u00a0\u202f]*$/;
  const fits = body
    .slice(0, 50)
    .every(
      (row) =>
        row.length === width &&
        row.slice(1, 1 + 2 * periods).every((cell) => count.test(cell.trim())) &&
        row.slice(1 + 2 * periods, 1 + 3 * periods).every((cell) => /^$|\d\s*%$|^%\s*\d/.test(cell.trim())),
    );
  return fits && body.length > 0 && !head?.some((cell) => count.test(cell.trim())) ? 1 + periods : null;
}

/** Bing Webmaster Tools writes the same kinds of columns, with the impressions before the clicks. */
function isOtherTool(rows: readonly (readonly string[])[], impressions: number): boolean {
  const head = rows.find((row) => row.length > 1)?.map((cell) => cell.trim().toLowerCase()) ?? [];
  return head.indexOf('impressions') !== -1 && head.indexOf('impressions') < impressions;
}

const indexOfAny = (head: readonly string[], names: readonly string[]): number =>
  head.findIndex((cell) => names.some((name) => cell === name || cell.startsWith(`${name} (`)));
const includesAny = (head: readonly string[], names: readonly string[]): boolean =>
  indexOfAny(head, names) !== -1;

function read(
  rows: readonly (readonly string[])[],
  headAt: number,
  tool: KeywordTool,
  question: number,
  volume: number,
): KeywordFile {
  const head = rows[headAt] ?? [];
  const named = head.map((cell) => cell.trim().toLowerCase());
  const intent = named.indexOf('intent');
  const body = rows.slice(headAt + 1);
  const texts = plainLines(body.map((row) => row[question] ?? ''));
  const candidates = distinctQuestions(
    body.map((row, at) => ({
      text: texts[at] ?? '',
      volume: volume === -1 ? null : volumeOf(row[volume] ?? ''),
      tags: tagsOf(tool, intent === -1 ? '' : (row[intent] ?? '')),
    })),
    [],
  );
  return {
    tool,
    columns: {
      question: headAt === -1 ? null : (head[question]?.trim() ?? null),
      volume: volume === -1 ? null : (head[volume]?.trim() ?? null),
    },
    candidates,
    left: body.length - candidates.length,
  };
}

function tagsOf(tool: KeywordTool, intent: string): readonly string[] {
  const intents = intent
    .toLowerCase()
    .split(/[,;|]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return [...(tool === 'list' ? [] : [tool]), ...intents.slice(0, 2)];
}

/** What a number is counted in, as tools abbreviate it in the languages of their interfaces. */
const units: readonly (readonly [RegExp, number])[] = [
  [/^(?:k\b|tsd|tys|tis|тыс|тис|mille|mil\b|bin\b|천|千)/iu, 1000],
  [/^(?:万|萬|만)/u, 10_000],
  [/^(?:m\b|mio|mi\b|mln|млн)/iu, 1_000_000],
];

/** Longer than any volume with its unit. */
const maxVolume = 60;

/** `1,300`, `1.300`, `1'300`, `1,29,999`, `1300.0`, `2.2e4`, `1K – 10K` (the lower end); null where there is none. */
function volumeOf(written: string): number | null {
  const cell = written.trim().slice(0, maxVolume);
  const power = /\d(?:\.\d+)?e\+?\d{1,2}(?!\d)/i.exec(cell);
  if (power !== null) return Math.round(Number(power[0]));
  const found = /(\d[\d.,'’\s\u00a0\u202f]*)(.*)/u.exec(cell);
  if (found === null) return null;
  const [, digits = '', after = ''] = found;
  const scale = units.find(([unit]) => unit.test(after))?.[1] ?? 1;
  const plain = digits.replace(/[\s'’]/g, '').replace(/[.,]+$/, '');
  // Three digits after the last mark are thousands (India writes two before); anything else after it is a fraction.
  const thousands = scale === 1 && /^\d{1,3}(?:(?:\.\d{2,3})*\.\d{3}|(?:,\d{2,3})*,\d{3})$/.test(plain);
  const number = Number(
    thousands ? plain.replace(/[.,]/g, '') : plain.replace(/[.,](?=.*[.,])/g, '').replace(',', '.'),
  );
  return Number.isFinite(number) ? Math.round(number * scale) : null;
}

/** Each question once, in the spelling that comes first, with the greatest volume; without existing ones. */
export function distinctQuestions(
  candidates: readonly QuestionCandidate[],
  present: readonly string[],
): readonly QuestionCandidate[] {
  const taken = new Set(present.map(questionKey));
  const found = new Map<string, QuestionCandidate>();
  for (const { text: raw, volume, tags } of candidates) {
    const text = raw.replace(/\s+/g, ' ').trim();
    const key = questionKey(text);
    if (key === '' || taken.has(key) || isLongerThan(text, questionLimit)) continue;
    const before = found.get(key);
    if (before === undefined) found.set(key, { text, volume, tags });
    else
      found.set(key, {
        text: before.text,
        volume: before.volume === null ? volume : Math.max(before.volume, volume ?? 0),
        tags: [...new Set([...before.tags, ...tags])],
      });
  }
  return [...found.values()];
}

/** A word at the beginning that asks, in the languages of the wordings. Words that name things as well are left out. */
const openings = [
  "who|what|which|where|when|why|how(?!-to)|whose|am i|does|did|should|would|could|(?:what|who|where|how)['’]?s",
  "(?:is|are|was|were|do|does|did|should|would|could|ca|wo|has|have)n['’]t",
  // These name things as well (can opener, Will Smith): a determiner, a person or a plural follows a question's.
  '(?:can|will|may|might|must|do|shall) (?!it yourself)(?:an?|the|i|you|we|they|he|she|it|my|your|our|this|that|these|those|there|any|all|some|\\p{L}+s)',
  'wer|wen|wem|welch\\p{L}*|wo(?:her|hin|für|zu|mit|von|durch|bei|nach|gegen|r(?:an|auf|aus|in|über|um))?|wann|warum|wieso|weshalb|wie|wieviel\\p{L}*|kann|darf|gibt es|lohnt sich|(?:muss|soll|sollte|braucht|wird|kann|darf) (?:man|ich|es)',
  'qui|que|quoi|(?:le|la|les)?quel\\p{L}*|où|quand|pourquoi|comment|combien|est[ -]ce que|est[ -]ce|est-il|(?:peut|doit|faut)[ -](?:on|il)',
  "qu['’]est|[aà] quoi|y a[ -]t[ -]il|existe[ -]t[ -]il|c['’]est quoi|(?:puis|dois)[ -]je",
  'qué|que es|cuál\\p{L}*|cual\\p{L}*|dónde|donde|cuándo|cuando|por qu[ée]|para qu[ée]|cómo|como \\p{L}+[aeií]r|(?:debo|puedo|posso|devo) \\p{L}+r|quién\\p{L}*|cuánt\\p{L}*|se puede|vale la pena',
  'qual|quais|o que|onde|por que|porque|p(?:a)?ra que|quem|quanto\\p{L}*|quanta\\p{L}*|vale a pena',
  "chi|cosa|che cos|quale|quali|dove|quando|perché|come|quant[oiae]|si può|conviene|a (?:cosa|che)|c[’']è|ci sono",
  'wat|welke?|waar|wanneer|waarom|hoe|hoeveel|zijn|(?:kan|kun|moet) (?:je|jij|ik|men|u)',
  'jaki\\p{L}*|jaka|który|która|które|gdzie|kiedy|dlaczego|jak|czy|ile|kto|co (?:to|jest)|po co',
  'jaký|jaká|jaké|který|která|které|kde|kdy|proč|kolik|kdo|aký|aká|aké|ktorý|ktorá|ktoré|ako|kedy|prečo|koľko',
  'vad|vilken|vilket|vilka|hur|när|varför|vem|var (?:är|kan|finns)|kan (?:man|du|jag|jeg)|hvad|hva|hvilke\\p{L}*|hvordan|hvornår|hvorfor|hvem|hvor|når',
  'paljonko|(?:kannattaa|pitää|saa|voi|tarvitsee|toimii|löytyy)k[oö]|mikä|mitä|missä|mistä|mihin|milloin|miksi|miten|kuka|kuinka|onko|voiko|kumpi|mis|milline|kus|millal|miks|kuidas|kes',
  'melyik|milyen|hol|mikor|miért|hogyan|mennyi\\p{L}*|hány|érdemes|van-e|mi (?:az?)',
  'ce (?:este|e|înseamnă)|cât|câtă|câți|merită|care|cum|unde|când|de ce|cine',
  '\\p{L}+ ли|котор\\p{L}+|что|как\\p{L}*|где|когда|почему|зачем|кто|сколько|чем|куда|можно ли|стоит ли',
  'який|яка|яке|які|як|де|коли|чому|хто|що|скільки|чи|къде|кога|защо|кой|коя|кое|кои|колко',
  'αξίζει|τι|ποι\\p{L}*|πώς|πως|πού|πότε|γιατί|πόσ\\p{L}*',
  'što|šta|koji|koja|koje|kako|gdje|gde|kada|zašto|tko|koliko|da li|je li|kaj|kateri|katera|katero|kje|kdaj|zakaj|kdo',
  'kas (?:yra|ir|on)|koks|kokia|kur|kodėl|kaip|kiek|kāds|kāda|kāpēc|cik|vai',
  'apa|apakah|siapa|di ?mana|kapan|mengapa|kenapa|bagaimana|berapa',
  'ما|ماذا|هل|كيف|أين|متى|لماذا|من|كم|أي|أيهما',
  'מה|מי|איך|איפה|מתי|למה|מדוע|האם|כמה|איזה|איזו|אילו',
].join('|');
const opening = new RegExp(`^[¿¡\\s]*(?:${openings})(?![\\p{L}\\p{M}\\p{N}])`, 'iu');
/** Words that ask before two others ("is Abus good"); before one they are a name ("IS Arena", "Como hotel", "hay day"). */
const asksBeforeTwo = [
  'is|are|was|were|has|have|do',
  'was|ist|sind|hat|haben|muss|müssen|soll|sollten?|wird|werden|gilt|hilft|brauch(?:e|t|en)',
  'como|es|son|hay|existen?|tiene|debo|deber[íi]a|puedo|puede|necesito|sirven?|merece',
  'é|são|há|tem|existem?|posso|pode|devo|deve|preciso|precisa',
  'è|sono|esist(?:e|ono)|posso|devo|bisogna|serv(?:e|ono)|vale',
  'is|heeft|hebben|bestaa[nt]|mag|moet|kan|werkt',
  'är|er|finns|finnes|findes|ska|skal|bör|har|kan',
  'je|jsou|mám|můžu|lze|má|vyplatí|sú|môžem|oplatí',
  'este|există|pot|trebuie|are|είναι|υπάρχει|μπορώ|πρέπει|есть|нужно|kell|lehet|jó',
].join('|');
const openingOfThree = new RegExp(`^[¿¡\\s]*(?:${asksBeforeTwo}) +[^\\s]+ +[^\\s]`, 'iu');
/** Where the word that asks may stand anywhere. */
const inside = new RegExp(
  [
    '[?？؟]\\s*$|か$',
    '什么|什麼|怎么|怎麼|怎样|为什么|為什麼|哪[里裡个個些种種家款一]|多少|是否|如何|[吗嗎呢]$|有[没沒]有|([要能会會是好值可该該])[不]\\1|谁|誰|几[个種]',
    'どれ|どの|どう|どこ|なぜ|どっち|どちら|いつ|いくら|何[がをで]|何$|教えて|とは$',
    '무엇|뭐|어떤|어느|어디|언제|왜|어떻게|누가|얼마|[까]$|나요$|가요$|줘$',
    'อะไร|ไหน|ทำไม|อย่างไร|ยังไง|เมื่อไหร่|(?<!ผ้า)ไหม$|หรือไม่|กี่|ใคร|เท่าไหร่|เท่าไร',
    'क्या|कौन|कहाँ|कहां|कब|क्यों|कैसे|कितन',
    '(?<![\\p{L}])(?:nasıl|neden|niçin|nere(?:de|den|ye)|hangi(?:si)?|kaç|nedir|ne zaman|ne kadar)(?![\\p{L}])|\\sm[iıuü](?:d[iıuü]r)?$',
    '(?<![\\p{L}])(?:là gì|cái nào|nào|có nên|tại sao|thế nào|ở đâu|khi nào|bao nhiêu|bao giờ)(?![\\p{L}])',
    '(?<![\\p{L}])(?:mana yang|yang mana|apa yang)(?![\\p{L}])',
  ].join('|'),
  'iu',
);

/** Whether the text asks something, rather than names it. */
export const isQuestion = (text: string): boolean => {
  const plain = text.normalize('NFC').trim();
  return inside.test(plain) || opening.test(plain) || openingOfThree.test(plain);
};
