import { type MarketPlace, marketId, parseMarketInput } from '#shared/geo/marketInput.ts';
import { isUsState } from '#shared/geo/states.ts';
import { isAvailable } from '#shared/interface/availability.ts';
import { engineNamed } from '#shared/interface/deployments.ts';
import { type Engine, engines } from '#shared/interface/engines.ts';
import type { Market } from '#shared/model/market.ts';
import { takesInclude } from '#shared/planning/includeOptions.ts';
import { listed } from '#shared/tables/figureLabels.ts';
import { UsageError } from './exitCodes.ts';

export type AskFlags = {
  readonly engine: string;
  readonly countries?: string;
  readonly state?: string;
  readonly include?: string;
  readonly format?: string;
  readonly legacy?: boolean;
  readonly pages?: number;
};

export type Asking = {
  readonly engine: Engine;
  readonly markets: readonly Market[];
  /** Countries of a group, such as "all", where the engine cannot be asked. */
  readonly leftOut: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
};

/** Engines that can be asked without a country. */
const untargeted: ReadonlySet<Engine> = new Set(['search/news', 'search-ai']);

/** Engines whose answers are result pages without Markdown. */
const noMarkdown: ReadonlySet<Engine> = new Set(['search', 'search/news']);

/** Engines with more than one page of results. */
export const paged: ReadonlySet<Engine> = new Set(['search', 'search/news']);

export const pagesNeeded = (flag: string): string =>
  `--pages needs search or search/news in ${flag}: only these have pages of results.`;

export const pagesOption = (engine: Engine, pages: number | undefined): { readonly pages?: number } =>
  pages !== undefined && paged.has(engine) ? { pages } : {};

/** Parses the flags of `ask`. Throws `UsageError` with one sentence that names the flag and the fix. */
export function readAsking(flags: AskFlags): Asking {
  const engine = engineNamed(flags.engine);
  if (engine === undefined)
    throw new UsageError(`Unknown engine "${flags.engine}" in --engine. Engines: ${engines.join(', ')}.`);
  const include = new Set(
    (flags.include ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  for (const name of include)
    if (!takesInclude(engine, name))
      throw new UsageError(`${engine} does not support "${name}" in --include.`);
  if (flags.pages !== undefined && !paged.has(engine)) throw new UsageError(pagesNeeded('--engine'));
  // Markdown output requests Markdown from the engine, which costs nothing.
  if (flags.format === 'md' && !noMarkdown.has(engine)) include.add('markdown');
  return {
    engine,
    ...readMarkets(engine, flags.countries ?? '', flags.state),
    options: {
      ...(include.size > 0 ? { include: Object.fromEntries([...include].map(includeEntry)) } : {}),
      ...(flags.legacy === true ? { legacy: true } : {}),
      ...pagesOption(engine, flags.pages),
    },
  };
}

/** `aioverview` is an object in the interface; naming it requests its Markdown. */
const includeEntry = (name: string): readonly [string, unknown] =>
  name === 'aioverview' ? [name, { markdown: true }] : [name, true];

/** A list of countries. `*` is the request without a country, which as a list would be all of them. */
export const countryList = (text = ''): string => (text.trim() === '*' ? '' : text);

function readMarkets(
  engine: Engine,
  typed: string,
  state: string | undefined,
): Pick<Asking, 'markets' | 'leftOut'> {
  const text = countryList(typed);
  const { markets: written, named, unknown } = parseMarketInput(text);
  const isLeftOut = (market: MarketPlace) =>
    !isAvailable(engine, market.country) && !named.has(marketId(market));
  const markets = written.filter((market) => !isLeftOut(market));
  const leftOut = written.filter(isLeftOut).map(({ country }) => country);
  const [stranger] = unknown;
  if (stranger) {
    const hint = stranger.suggestion ? `did you mean ${stranger.suggestion}?` : 'use codes such as US,DE,JP.';
    throw new UsageError(`Unknown country "${stranger.text}" in --countries: ${hint}`);
  }
  if (markets.length === 0) {
    if (leftOut.length > 0)
      throw new UsageError(`${engine} cannot be asked in any of --countries: ${leftOut.join(', ')}.`);
    if (untargeted.has(engine) && text.trim() === '' && state === undefined)
      return { markets: [{ country: null }], leftOut };
    throw new UsageError('Enter at least one country with --countries, such as --countries US,DE,JP.');
  }
  const closed = markets.flatMap(({ country }) => (isAvailable(engine, country) ? [] : [country]));
  if (closed.length > 0)
    throw new UsageError(
      `${engine} is not available in ${listed(closed, closed.length)}. Leave ${closed.length === 1 ? 'it' : 'them'} out: --countries "${[text.trim(), ...closed.map((code) => `-${code}`)].join(', ')}".`,
    );
  if (state === undefined) return { markets, leftOut };
  const code = state.trim().toUpperCase();
  if (!isUsState(code))
    throw new UsageError(`Unknown state "${state}" in --state: use the code of a US state, such as CA.`);
  if (!markets.some(({ country }) => country === 'US'))
    throw new UsageError(`--state ${code} needs US among the --countries: states exist for the US only.`);
  const placed = markets.map((market) => (market.country === 'US' ? { country: 'US', state: code } : market));
  return { markets: [...new Map(placed.map((market) => [marketId(market), market])).values()], leftOut };
}
