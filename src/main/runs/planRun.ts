import type { Deployment } from '#shared/interface/deployments.ts';
import { type Engine, questionField } from '#shared/interface/engines.ts';
import type { FieldIssue } from '#shared/interface/errors.ts';
import { type MonitorRequestInputOf, parseRequest } from '#shared/interface/requests/parseRequest.ts';
import { maximumCost } from '#shared/interface/tariff.ts';
import type { FieldProblem } from '#shared/model/appError.ts';
import { type Market, marketKey } from '#shared/model/market.ts';
import type { AskInput } from '#shared/model/run.ts';
import { wordingFor } from '#shared/model/wordingTexts.ts';
import { cellRequest } from '#shared/planning/cells.ts';
import { countryMissing, withoutAddress } from '#shared/planning/price.ts';

export type PlannedRun = {
  readonly question: string;
  /** Of the markets that can be asked. */
  readonly cells: readonly {
    readonly market: Market;
    /** The wording used in this market; null for the main text. */
    readonly wording: string | null;
    readonly sample: number;
    readonly maximumCredits: number;
  }[];
  /** Invalid input, by field; empty if everything can be sent. */
  readonly problems: readonly FieldProblem[];
  /** Maximum credits, by the prices of the deployment, else the standard ones. */
  readonly maximumCredits: number;
};

const maxCells = 100_000;

/**
 * Converts the user's input into cells, validated by the interface's rules before anything is sent.
 * @param deployment the known hosted service that is asked; its prices and rules count
 */
export function planRun(input: AskInput, deployment: Deployment | null): PlannedRun {
  const question = input.question.trim();
  const samples = input.samples ?? 1;
  const options = input.options ?? {};
  const problems: FieldProblem[] = [];
  const markets = uniqueMarkets(input.markets);
  if (input.markets.length === 0) problems.push({ field: 'markets', message: 'Choose at least one market.' });
  if (markets.length * samples > maxCells) {
    problems.push({
      field: 'samples',
      message: `A run can have at most ${maxCells.toLocaleString('en')} requests. Choose fewer markets or repeats.`,
    });
  }
  const wordingOf = (market: Market) => wordingFor({ text: question, wordings: input.wordings }, market);
  let maximumCredits = 0;
  const worstCase = new Map<Market, number>();
  for (const market of markets) {
    const wording = wordingOf(market);
    const body = requestOf(input.engine, wording ?? question, market, options);
    const parsed = parseRequest(input.engine, body, { searchHosts: hostsOf(options) });
    const missing = countryMissing(deployment, input.engine, market);
    if (missing !== null)
      problems.push({ field: `markets.${input.markets.indexOf(market)}`, message: missing.message });
    if (parsed.ok) {
      if (missing !== null) continue;
      const request = parsed.request as MonitorRequestInputOf<Engine> & object;
      const each =
        input.limit?.perRequest ??
        maximumCost(input.engine, request, { synchronous: true, tariff: deployment?.tariff });
      worstCase.set(market, each);
      maximumCredits += samples * each;
    } else {
      for (const issue of parsed.issues) {
        const problem = problemOf(input.engine, issue, input.markets.indexOf(market));
        const known = problems.some(
          (each) => each.field === problem.field && each.message === problem.message,
        );
        if (!known) problems.push(problem);
      }
    }
  }
  // Markets that cannot be asked have no price, so that they are not counted beside it either.
  const refused = new Set(problems.map(({ field }) => field));
  const asked = markets.filter((market) => !refused.has(`markets.${input.markets.indexOf(market)}`));
  // A question with wordings for all markets still needs a main text, which identifies its runs.
  if (question === '' && !problems.some(({ field }) => field === 'question'))
    problems.push({ field: 'question', message: 'The question is empty. Enter it beside its wordings.' });
  const cells = asked.flatMap((market) =>
    Array.from({ length: samples }, (_, index) => ({
      market,
      wording: wordingOf(market),
      sample: index + 1,
      maximumCredits: worstCase.get(market) ?? 0,
    })),
  );
  return { question, cells, problems, maximumCredits };
}

/** The request body of one cell. */
export function requestOf(
  engine: Engine,
  question: string,
  market: Market,
  options: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return cellRequest({ engine, market, options, question: { text: question, tags: [], values: {} } });
}

function uniqueMarkets(markets: readonly Market[]): readonly Market[] {
  const byKey = new Map<string, Market>();
  for (const market of markets) if (!byKey.has(marketKey(market))) byKey.set(marketKey(market), market);
  return [...byKey.values()];
}

/** The composer field of a field of the request. */
function problemOf(engine: Engine, issue: FieldIssue, market: number): FieldProblem {
  const { field } = issue;
  const message = withoutAddress(issue.message);
  if (field === questionField(engine)) {
    // The interface says "prompt" and "query"; the window says question.
    return { field: 'question', message: message.replace(/^(prompt|query)\b/, 'The question') };
  }
  if (['country', 'gl', 'state', 'hl', 'location', 'uule', 'device'].includes(field))
    return { field: `markets.${market}`, message };
  return { field: `options.${field}`, message };
}

/** The `url` form of search names its own host; the service decides whether it is a search host. */
function hostsOf(options: Readonly<Record<string, unknown>>): readonly string[] {
  const url = typeof options.url === 'string' ? URL.parse(options.url) : null;
  return url ? [url.host] : [];
}
