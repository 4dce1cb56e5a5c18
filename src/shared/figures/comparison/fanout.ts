/** Searches that the engine ran for the question in each market, compared with the words of the question. */

import type { FanoutColumn, FanoutQuery, FanoutTab } from '../../model/comparison/comparison.ts';
import { foldName } from '../../text/words/folding.ts';
import { identifyLanguage } from '../../text/words/language.ts';
import { numberRules } from '../../text/words/numberRules.ts';
import { stopWords } from '../../text/words/stopWords.ts';
import { tokenize } from '../../text/words/tokens.ts';
import { answersWithQueries, distinctQueries, queriesPerAnswer } from '../definitions/marketFigures.ts';
import { pairFigures } from '../statistics/setMeasures.ts';
import { setTest } from '../statistics/setTest.ts';
import type { ReadColumn, ReadComparison } from './columns.ts';
import { consensusOf } from './consensus.ts';

export type PromptComparison = {
  readonly kept: readonly string[];
  readonly added: readonly string[];
  readonly dropped: readonly string[];
};

/**
 * Compares the words of a query with those of the prompt, in order and without the stop words of the language. Prompt
 * words count as dropped only if both are in the same language.
 */
export function compareWithPrompt(
  prompt: string,
  promptLanguage: string,
  query: string,
  queryLanguage: string,
): PromptComparison {
  const inPrompt = contentWords(prompt, promptLanguage);
  const inQuery = contentWords(query, queryLanguage);
  const promptKeys = new Set(inPrompt.keys());
  return {
    kept: [...inQuery].filter(([key]) => promptKeys.has(key)).map(([, word]) => word),
    added: [...inQuery].filter(([key]) => !promptKeys.has(key)).map(([, word]) => word),
    dropped:
      promptLanguage === queryLanguage
        ? [...inPrompt].filter(([key]) => !inQuery.has(key)).map(([, word]) => word)
        : [],
  };
}

function contentWords(text: string, language: string): Map<string, string> {
  const stops = stopWords[language];
  const words = new Map<string, string>();
  for (const token of tokenize(text, numberRules(language))) {
    if (token.kind === 'mark') continue;
    const key = token.kind === 'word' ? foldName(token.key) : token.key;
    if (stops?.has(token.key.toLowerCase()) !== true && !words.has(key))
      words.set(key, text.slice(token.start, token.end));
  }
  return words;
}

type AskedColumn = {
  readonly column: ReadColumn;
  /** Distinct folded queries of every sample that can report them. */
  readonly samples: readonly (readonly string[])[];
  readonly distinct: readonly string[];
};

export function fanoutTab(read: ReadComparison): FanoutTab {
  const written = new Map<string, string>();
  const asked: AskedColumn[] = read.columns.map((column) => {
    const samples = column.samples
      .filter((sample) => sample.sample.searchQueries !== null)
      .map((sample) => {
        const keys = new Set<string>();
        for (const query of sample.sample.searchQueries ?? []) {
          const key = foldName(query);
          if (!written.has(key)) written.set(key, query);
          keys.add(key);
        }
        return [...keys];
      });
    return { column, samples, distinct: [...new Set(samples.flat())] };
  });
  const carrying = asked.filter((column) => column.samples.length > 0);
  const promptLanguages = new Map<string, string>();
  const languageOfPrompt = (prompt: string, hint: string | null): string => {
    const known = promptLanguages.get(prompt) ?? identifyLanguage(prompt, hint).code;
    promptLanguages.set(prompt, known);
    return known;
  };
  const queries = [...written].map(([key, query]) =>
    queryRow(read, asked, carrying.length, key, query, languageOfPrompt),
  );
  queries.sort(
    (one, two) =>
      two.columns.length - one.columns.length ||
      (one.columns[0] ?? 0) - (two.columns[0] ?? 0) ||
      (one.query < two.query ? -1 : 1),
  );
  const languages = new Map(queries.map((query) => [foldName(query.query), query]));
  return {
    available: carrying.length > 0,
    queries,
    columns: asked.map((column) => columnFigures(read, column, asked, languages)),
    test: setTest(read, 'queries', () =>
      asked.map((column) => column.samples.map((sample) => new Set(sample))),
    ),
  };
}

function queryRow(
  read: ReadComparison,
  asked: readonly AskedColumn[],
  of: number,
  key: string,
  query: string,
  languageOfPrompt: (prompt: string, hint: string | null) => string,
): FanoutQuery {
  const columns = asked
    .filter((column) => column.distinct.includes(key))
    .map((column) => column.column.index);
  const first = read.columns[columns[0] ?? 0];
  const prompt = first?.column.prompt ?? '';
  const promptLanguage = languageOfPrompt(prompt, first?.language.code ?? null);
  // A short query is assumed to be in the answer's language, otherwise in the prompt's.
  const spoken = first === undefined || first.language.code === 'und' ? promptLanguage : first.language.code;
  const language = identifyLanguage(query, spoken).code;
  return {
    query,
    language,
    ...compareWithPrompt(prompt, promptLanguage, query, language),
    columns,
    consensus: consensusOf(columns.length, of),
  };
}

function columnFigures(
  read: ReadComparison,
  column: AskedColumn,
  asked: readonly AskedColumn[],
  rows: ReadonlyMap<string, FanoutQuery>,
): FanoutColumn {
  const languages: Record<string, number> = {};
  const added = new Set<string>();
  const keptSomewhere = new Set<string>();
  const dropped = new Set<string>();
  for (const key of column.distinct) {
    const row = rows.get(key);
    if (row === undefined) continue;
    languages[row.language] = (languages[row.language] ?? 0) + 1;
    for (const word of row.added) added.add(word);
    for (const word of row.kept) keptSomewhere.add(foldName(word));
    for (const word of row.dropped) dropped.add(word);
  }
  const baseline = read.baseline === null ? undefined : asked[read.baseline];
  const compared =
    baseline !== undefined && baseline !== column && column.samples.length > 0 && baseline.samples.length > 0;
  return {
    mean: queriesPerAnswer.compute(column.samples),
    distinct: distinctQueries.compute(column.samples),
    answers: answersWithQueries.compute(column.samples),
    languages,
    overlap: compared ? pairFigures(column.distinct, baseline.distinct) : null,
    added: [...added],
    // A word is dropped by the market if none of its queries keeps it.
    dropped: [...dropped].filter((word) => !keptSomewhere.has(foldName(word))),
  };
}
