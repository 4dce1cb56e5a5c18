import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import prompt from '#resources/prompts/comparison.json' with { type: 'json' };
import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { languageName } from '#shared/geo/languages.ts';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import {
  type ModelStatement,
  type ModelVerdicts,
  statementKinds,
} from '#shared/model/comparison/modelVerdicts.ts';
import { cellVerdictSentence } from '#shared/tables/verdictSentences.ts';
import { findQuote } from '#shared/text/claims/quotes.ts';
import type { AnalysisJobs } from '../analysisModel/analysisJobs.ts';
import type { AnalysisModel } from '../analysisModel/analysisModel.ts';
import type { AnalysisPrompt, AnalysisQuestion } from '../analysisModel/sendQuestion.ts';
import { promptName } from '../analysisModel/sendQuestion.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';
import type { RunComparison } from './runComparison.ts';

type Answers = RouteParsedInput<'verdicts.get'>;

const answerSchema = z.object({
  differences: z.array(
    z.object({
      row: z.number().int(),
      market: z.string(),
      other: z.string(),
      kind: z.enum(statementKinds),
      here: z.string(),
      there: z.string(),
      says: z.string(),
    }),
  ),
  markets: z.array(z.object({ market: z.string(), sentence: z.string() })),
});
type ModelAnswer = z.output<typeof answerSchema>;

type OpenCell = { readonly market: string; readonly block: string; readonly text: string };
type OpenRow = {
  readonly row: number;
  readonly cells: readonly OpenCell[];
  readonly missing: readonly string[];
};
type MarketDifference = { readonly market: string; readonly says: string };

/** Characters of a request: more would leave little room for the answer of a small local model. */
const maxCharacters = 20_000;
const maxSentence = 300;

/** Asks the analysis model what differs in the rows that the rules leave open. The rules' verdicts stay as they are. */
export function createModelVerdicts(deps: {
  readonly history: HistoryCalls;
  readonly comparison: RunComparison;
  readonly model: AnalysisModel;
  readonly jobs: AnalysisJobs;
  readonly clock: Clock;
}) {
  const { history, comparison, model, jobs, clock } = deps;

  /** All answers of the section, and the language to write in. */
  const answersOf = async ({ runId, question, engine, to }: Answers) => {
    const { run, cells } = await history.call('runs.get', { runId, question, engine });
    const { projectId } = run;
    const { defaults } = await history.call('projects.get', { project: projectId });
    const language = to ?? defaults.translation?.to ?? 'en';
    return { projectId, language, ids: cells.flatMap(({ observationId }) => observationId ?? []) };
  };

  const plan = async (input: Answers) => {
    const { projectId, language, ids } = await answersOf(input);
    const { runId, question, engine } = input;
    const compared = await comparison.compare({
      ...{ runId, question, engine, baseline: null, granularity: 'auto', shownSample: {} },
      ...{ ignoreCase: false, ignoreWhitespace: false, readIn: language },
    });
    const rows = openRows(compared);
    const found = foundByRules(compared);
    const ask = questionsAbout(compared, projectId, language);
    const batches = batchesOf(rows);
    return { language, compared, ids, rows, found, ask, batches };
  };

  return {
    async get(input: Answers): Promise<{ verdicts: ModelVerdicts | null }> {
      const { ids, language } = await answersOf(input);
      return { verdicts: await history.call('modelVerdicts.of', { ids, to: language }) };
    },
    /** @throws AppError CONFLICT if no model is chosen, NOT_FOUND */
    async estimate(input: Answers) {
      const { rows, found, ask, batches } = await plan(input);
      const questions = batches.map((part) => ask(part, found));
      // The last request of several writes the sentences, from what the others found.
      const asked = batches.length > 1 ? [...questions, ask([], found)] : questions;
      return { ...(await model.estimate(asked)), rows: rows.length };
    },
    /**
     * Answers of earlier requests are not asked for again, so a cancelled call continues where it ended.
     * @throws AppError CONFLICT without a model or at a limit, CANCELLED, SERVICE_ERROR
     */
    async ask(
      { costLimit, ...input }: RouteParsedInput<'verdicts.ask'>,
      { signal }: { readonly signal: AbortSignal },
    ): Promise<{ verdicts: ModelVerdicts; amount: number }> {
      const { language, compared, ids, found, ask, batches } = await plan(input);
      const { driver, model: name } = model.chosen();
      const budget = { limit: costLimit ?? null, spent: 0 };
      const statements: ModelStatement[] = [];
      let sentences: ModelAnswer['markets'] = [];
      let [discarded, amount] = [0, 0];
      const total = batches.length > 1 ? batches.length + 1 : batches.length;
      const job = { purpose: 'comparison' as const, runId: input.runId, total };
      const known = await jobs.run(job, signal, async (ending, step) => {
        const asked = async (
          part: readonly OpenRow[],
          before: readonly MarketDifference[],
        ): Promise<void> => {
          const { value, provenance } = await model.ask(ask(part, before), { signal: ending, budget });
          const verified = verifiedStatements(value, part);
          statements.push(...verified);
          discarded += value.differences.length - verified.length;
          sentences = value.markets;
          amount += provenance.cached ? 0 : (provenance.cost?.amount ?? 0);
          step();
        };
        for (const part of batches) await asked(part, found);
        const all = [...found, ...statements.map(({ market, says }) => ({ market, says }))];
        if (batches.length > 1) await asked([], all);
        return all;
      });
      const markets = verifiedSentences(sentences, compared, known);
      const verdicts: ModelVerdicts = {
        rater: `${driver}, ${name}, ${promptName(prompt as AnalysisPrompt)}`,
        madeAtMs: clock.now(),
        to: language,
        statements,
        markets,
        discarded: discarded + sentences.length - markets.length,
      };
      await history.call('modelVerdicts.keep', { ids, verdicts });
      return { verdicts, amount };
    },
  };
}

/** One request about some of the rows; without any, about the sentences only. */
function questionsAbout({ columns }: Comparison, projectId: string, language: string) {
  const answerIds = [...new Set(columns.flatMap(({ shown }) => shown?.observationId ?? []))];
  return (part: readonly OpenRow[], found: readonly MarketDifference[]): AnalysisQuestion<ModelAnswer> => ({
    projectId,
    prompt: prompt as AnalysisPrompt,
    text: JSON.stringify({
      language: languageName(language, 'en'),
      rows: part.map(({ row, cells, missing }) => ({
        row,
        answers: cells.map(({ market, text }) => ({ market, text })),
        missing,
      })),
      found,
    }),
    schema: answerSchema,
    answerIds,
    expectedTokens: 150 + 60 * part.length + 30 * columns.length,
  });
}

/** Rows of several answers in which the rules found other words and no fact, or could not compare. */
function openRows({ answer, columns }: Comparison): readonly OpenRow[] {
  return answer.rows.flatMap((row, at) => {
    const kinds = row.cells.flatMap((cell) => cell?.verdict.kind ?? []);
    if (kinds.length < 2 || !kinds.some((kind) => kind === 'words' || kind === 'not-compared')) return [];
    return [
      {
        row: at,
        cells: row.cells.flatMap((cell, column) => {
          const block = cell === null ? undefined : answer.blocks[cell.block];
          const market = columns[column]?.label;
          return block === undefined || market === undefined
            ? []
            : [{ market, block: block.id, text: block.text }];
        }),
        missing: row.cells.flatMap((cell, column) =>
          cell === null && columns[column]?.state === 'answered' && !row.outside.includes(column)
            ? (columns[column]?.label ?? [])
            : [],
        ),
      },
    ];
  });
}

/** What the rules found, which the model need not find again. */
function foundByRules({ answer, columns }: Comparison): readonly MarketDifference[] {
  return answer.rows.flatMap((row) =>
    row.cells.flatMap((cell, column) => {
      const market = columns[column]?.label;
      return market === undefined || cell === null || cell.verdict.kind !== 'fact'
        ? []
        : [{ market, says: cellVerdictSentence(cell) }];
    }),
  );
}

function batchesOf(rows: readonly OpenRow[]): readonly (readonly OpenRow[])[] {
  const batches: OpenRow[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const length = row.cells.reduce((sum, { text }) => sum + text.length, 0);
    if (size + length > maxCharacters) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(row);
    size += length;
  }
  return batches;
}

/** Those whose words are in the texts that they cite. */
function verifiedStatements(
  { differences }: ModelAnswer,
  rows: readonly OpenRow[],
): readonly ModelStatement[] {
  return differences.flatMap(({ row, market, other, kind, here, there, says }) => {
    const cells = rows.find((each) => each.row === row)?.cells ?? [];
    const [one, two] = [market, other].map((name) => cells.find((cell) => cell.market === name));
    if (one === undefined || two === undefined || one === two || here.trim() === there.trim()) return [];
    if (findQuote(one.text, here) === null || findQuote(two.text, there) === null) return [];
    return [{ market, block: one.block, other, otherBlock: two.block, kind, here, there, says }];
  });
}

/** One for each market, without a number that no answer and no finding has. */
function verifiedSentences(
  sentences: ModelAnswer['markets'],
  { answer, columns }: Comparison,
  known: readonly MarketDifference[],
): ModelVerdicts['markets'] {
  const said = `${answer.blocks.map(({ text }) => text).join('\n')}\n${known.map(({ says }) => says).join('\n')}`;
  const numbers = new Set(said.match(/\p{Nd}+/gu));
  const seen = new Set<string>();
  return sentences.filter(({ market, sentence }) => {
    const isMarket = columns.some(({ label }) => label === market) && !seen.has(market);
    seen.add(market);
    const isKnown = (sentence.match(/\p{Nd}+/gu) ?? []).every((number) => numbers.has(number));
    return isMarket && isKnown && sentence.trim() !== '' && sentence.length <= maxSentence;
  });
}
