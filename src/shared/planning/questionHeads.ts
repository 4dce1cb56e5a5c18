/** Headings of the columns that hold questions, in the exports of tools and in lists that people write. */

import { headingOf } from '../text/separatedCells.ts';

/** Words between bars. */
function wordsOf(...rows: readonly string[]): readonly string[] {
  return rows.flatMap((row) => row.split('|'));
}

/** Tools that name the column in the language of their interface. */
export const searchConsoleHeads: readonly string[] = wordsOf(
  'top queries|queries|query|häufigste suchanfragen|suchanfragen|requêtes les plus fréquentes',
  'consultas principales|query più frequenti|principais consultas|上位のクエリ',
);
export const keywordPlannerHeads: readonly string[] = wordsOf(
  'keyword|search term|search query|suchbegriff|suchanfrage|mot clé|mots clés|requête|requêtes|palabra clave',
  'palabras clave|consulta|consultas|parola chiave|parole chiave|palavra chave|palavras chave|zoekwoord',
  'zoekwoorden|trefwoord|zoekopdracht|słowo kluczowe|słowa kluczowe|zapytanie|klíčové slovo|klíčová slova',
  'kľúčové slovo|kulcsszó|cuvânt cheie|ključna riječ|sökord|søgeord|søkeord|hakusana|avainsana',
  'anahtar kelime|λέξη κλειδί|từ khóa|kata kunci|ключевое слово|ключевая фраза|поисковый запрос|запрос',
  'ключове слово|ключова дума|キーワード|検索キーワード|検索クエリ|検索語句|クエリ|关键词|关键字|搜索词|查询|關鍵字|關鍵詞|키워드|검색어|쿼리|คีย์เวิร์ด',
  'คำค้นหา|कीवर्ड|الكلمة الرئيسية|الكلمة المفتاحية|מילת מפתח',
);
/** Where several stand in one row, the first of these. */
const ownHeads: readonly string[] = wordsOf(
  'question|questions|prompt|prompts|query|queries|keyword|keywords|text|frage|fragen|pregunta|preguntas',
  'domanda|domande|pergunta|perguntas|vraag|vragen|pytanie|pytania|otázka|otázky|fråga|frågor|spørgsmål',
  'spørsmål|kysymys|kysymykset|soru|sorular|kérdés|kérdések|întrebare|întrebări|pitanje|pitanja|vprašanje',
  'ερώτηση|ερωτήσεις|вопрос|вопросы|питання|запитання|въпрос|въпроси|pertanyaan|câu hỏi|คำถาม|प्रश्न|सवाल|質問',
  'プロンプト|问题|提问|提示词|問題|질문|프롬프트|سؤال|السؤال|الأسئلة|שאלה|שאלות|suggestion|suggestions',
);
/** "User question", "Prompt text", "Query (EN)": in a row of several headings. */
const compoundHead =
  /^(?:(?:ai|customer|example|full|original|sample|search|seed|target|test|user|your) )?(?:question|prompt|query)s?(?: (?:text|string|wording|to ask|en|english))?$/;
const heads = [ownHeads, searchConsoleHeads, keywordPlannerHeads];

/** A tool may write a title and a period above its headings. */
export const maxHeadRow = 6;

/** The column of questions in a row of headings; -1 if it is none. */
export function questionColumn(cells: readonly string[]): number {
  const head = cells.map(headingOf);
  for (const names of heads) {
    const at = head.findIndex((cell) => names.includes(cell));
    if (at !== -1) return at;
  }
  return cells.length < 2 ? -1 : head.findIndex((cell) => compoundHead.test(cell));
}

const number = /^[%$€£]?\s?\d[\d.,\s\u00a0\u202f]*%?$/;

/** The row of the headings, and the column of the questions. */
export type QuestionHead = { readonly row: number; readonly column: number };

/**
 * Where the headings of a table stand and which column holds the questions. Unknown headings are one all the same if
 * they are the only row without a number in a column of numbers: then the questions are in the first column whose values
 * differ.
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
  if (!counted) return null;
  const differs = (_: string, at: number): boolean =>
    new Set(body.map((row) => row[at])).size === body.length &&
    !body.every((row) => number.test(row[at] ?? ''));
  return { row: rows.indexOf(first), column: Math.max(0, first.findIndex(differs)) };
}

const filled = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length;
