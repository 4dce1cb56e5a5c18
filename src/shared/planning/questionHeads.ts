/** Headings of the columns that hold questions, in the exports of tools and in lists that people write. */

/** Tools that name the column in the language of their interface. */
export const searchConsoleHeads: readonly string[] = [
  'top queries',
  'queries',
  'query',
  'häufigste suchanfragen',
  'suchanfragen',
  'requêtes les plus fréquentes',
  'consultas principales',
  'query più frequenti',
  'principais consultas',
  '上位のクエリ',
];
export const keywordPlannerHeads: readonly string[] = [
  'keyword',
  'suchbegriff',
  'mot clé',
  'palabra clave',
  'parola chiave',
  'palavra-chave',
  'zoekwoord',
  'słowo kluczowe',
  'ключевое слово',
  'キーワード',
  '关键词',
  '關鍵字',
  '키워드',
  'search term',
  'search query',
];
/** Where several stand in one row, the first of these. */
const ownHeads: readonly string[] = [
  ...['question', 'questions', 'prompt', 'prompts', 'query', 'queries', 'keyword', 'keywords', 'text'],
  ...[
    'frage',
    'fragen',
    'pregunta',
    'preguntas',
    'domanda',
    'domande',
    'pergunta',
    'perguntas',
    'vraag',
    'vragen',
  ],
  ...[
    'pytanie',
    'pytania',
    'otázka',
    'otázky',
    'fråga',
    'frågor',
    'spørgsmål',
    'spørsmål',
    'kysymys',
    'soru',
  ],
  ...['вопрос', 'вопросы', 'питання', '質問', '问题', '問題', '질문', 'السؤال', 'שאלה'],
];
const heads = [ownHeads, searchConsoleHeads, keywordPlannerHeads];

/** A tool may write a title and a period above its headings. */
export const maxHeadRow = 6;

/** The column of questions in a row of headings; -1 if it is none. */
export function questionColumn(cells: readonly string[]): number {
  const head = cells.map((cell) => cell.trim().toLowerCase());
  for (const names of heads) {
    const at = head.findIndex((cell) => names.includes(cell));
    if (at !== -1) return at;
  }
  return -1;
}

const number = /^[%$€£]?\s?\d[\d.,\s\u00a0\u202f]*%?$/;

/** The row of the headings, and the column of the questions. */
export type QuestionHead = { readonly row: number; readonly column: number };

/**
 * Where the headings of a table stand and which column holds the questions. Unknown headings are one all the same if
 * they are the only row without a number in a column of numbers: then the questions are in the first column.
 * @returns null for a list without headings
 */
export function questionHead(rows: readonly (readonly string[])[]): QuestionHead | null {
  for (const [row, cells] of rows.slice(0, maxHeadRow).entries()) {
    const column = questionColumn(cells);
    // Above the headings stand titles, with fewer cells.
    if (column !== -1 && rows.slice(0, row).every((before) => filled(before) < filled(cells)))
      return { row, column };
  }
  const [first, ...body] = rows.filter((row) => filled(row) > 0);
  if (first === undefined || body.length === 0 || first.length < 2) return null;
  if (first.some((cell) => number.test(cell.trim()))) return null;
  const counted = first.some((_, at) => at > 0 && body.every((row) => number.test(row[at]?.trim() ?? '')));
  return counted ? { row: rows.indexOf(first), column: 0 } : null;
}

const filled = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length;
