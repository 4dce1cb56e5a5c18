import { leadersOf } from '../figures/definitions/brandFigures.ts';
import type { Engine } from '../interface/engines.ts';
import type { League, LeagueMarket, LeagueRow, RequestCounts } from '../model/league.ts';
import type { LeagueView, RollupCoverage } from '../model/rollup.ts';
import {
  counted,
  inSentence,
  leadLabel,
  listed,
  overviewRateSentence,
  shareLabel,
} from '../tables/figureLabels.ts';
import { marketName } from '../tables/filterLabels.ts';
import { intervalLabel } from '../tables/rollupTables.ts';

/** A run rolled up over all its questions, in words: the same in the window, in files and in the terminal. */

export type RollupText = {
  /** What is missing, your brand, where it is not named and who leads. */
  readonly statements: readonly string[];
  /** Whether the order of the brands is more than chance; null where there is nothing to judge yet. */
  readonly confidence: string | null;
};

type EngineNames = (engine: Engine) => string;

export function rollupText(view: LeagueView, nameOf: EngineNames = (engine) => engine): RollupText {
  const { statements, confidence } = brandText(view);
  const { engines, overviews } = view.league;
  const own = view.league.brands.find(({ kind }) => kind === 'own');
  const byEngine = own === undefined || confidence === null ? [] : engineSentence(own, engines, nameOf);
  return { statements: [...statements, ...byEngine, ...overviewRateSentence(overviews)], confidence };
}

/** Results without any text, such as a search that found nothing: neither answers nor lists. */
export const emptyResults = (view: RollupCoverage): number =>
  view.planned - view.answers - view.textless - view.failed - view.unknown - view.cancelled - view.open;

/** What the figures do not count, and why an engine has none. */
export function rollupNotes(
  { silent, ...coverage }: LeagueView,
  nameOf: EngineNames = (engine) => engine,
): readonly string[] {
  const { textless } = coverage;
  const empty = emptyResults(coverage);
  const uncounted = [
    ...(textless > 0 ? [counted(textless, 'search list')] : []),
    ...(empty > 0 ? [counted(empty, 'empty result')] : []),
  ];
  return [
    ...silent.map((engine) => `${nameOf(engine.engine)} has no figures: ${whySilent(engine)}.`),
    ...(uncounted.length > 0 ? [`${listed(uncounted)} not counted as answers.`] : []),
  ];
}

/** `4 failed, 1 with unknown outcome`: requests without an answer, by what became of them. */
export function unansweredLabel({ failed, unknown, cancelled }: RequestCounts): string {
  return [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unknown > 0 ? [`${unknown} with unknown outcome`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ].join(', ');
}

function whySilent(engine: LeagueView['silent'][number]): string {
  const { planned, failed, unknown, cancelled, open, textless } = engine;
  if (textless > 0) return `${counted(textless, 'search list')} without answer text`;
  if (open > 0) return `${open} of ${counted(planned, 'request')} still to come`;
  if (failed === planned) return `all ${counted(planned, 'request')} failed`;
  const others = failed + unknown + cancelled < planned ? ', the others have no answer text' : '';
  return `of ${counted(planned, 'request')}, ${unansweredLabel(engine)}${others}`;
}

const computing = 'Brands in these answers are still being computed.';

function brandText({ league, ...coverage }: LeagueView): RollupText {
  const statements = incompleteSentences(coverage);
  const [first] = league.brands;
  if (coverage.answers === 0 || first === undefined)
    return {
      statements:
        coverage.answers === 0
          ? statements
          : [...statements, coverage.pending ? computing : 'Your brand is not set: no brands are listed.'],
      confidence: null,
    };
  const own = league.brands.find(({ kind }) => kind === 'own');
  const none = league.brands.every(({ visibility }) => visibility.numerator === 0);
  if (first.visibility.denominator === 0)
    return {
      statements: [...statements, computing],
      confidence: null,
    };
  if (none)
    return {
      statements: [
        ...statements,
        `No listed brand is named in ${counted(first.visibility.denominator, 'answer')}.`,
        ...(own === undefined ? ['Your brand is not set.'] : []),
      ],
      confidence: null,
    };
  const found =
    own === undefined
      ? [
          `Of the listed brands, ${first.name} is named most often: ${reachOf(first, league.markets)}.`,
          'Your brand is not set.',
        ]
      : [
          `${own.name} is named ${reachOf(own, league.markets)}.`,
          ...(own.visibility.numerator === 0 ? [] : missingSentence(league)),
          ...leaderSentence(own, league),
          ...localLeaders(own, league),
        ];
  return {
    statements: [...statements, ...found],
    confidence: coverage.open > 0 ? null : confidenceSentence(league.brands),
  };
}

function incompleteSentences(coverage: RollupCoverage): readonly string[] {
  const { planned, answers, failed, unknown, cancelled, open, unsearched, rulesVersion } = coverage;
  const lacking = [
    ...(failed > 0 ? [`${failed} of ${counted(planned, 'request')} failed`] : []),
    ...(unknown > 0 ? [`${unknown} ${unknown === 1 ? 'has' : 'have'} an unknown outcome`] : []),
    ...(cancelled > 0 ? [`${cancelled} ${cancelled === 1 ? 'was' : 'were'} cancelled`] : []),
  ].join(', ');
  return [
    ...(open > 0 ? [`In progress: ${answers} of ${counted(planned, 'request')} answered so far.`] : []),
    ...(answers === 0 && open === 0 ? ['No request of this run was answered.'] : []),
    ...(lacking !== '' && answers > 0
      ? [
          `${failed > 0 ? '' : `Of ${counted(planned, 'request')}, `}${lacking}. Based on ${counted(answers, 'answer')}.`,
        ]
      : []),
    ...(unsearched > 0 && rulesVersion !== null
      ? [`${counted(unsearched, 'answer')} not searched for brands yet.`]
      : []),
  ];
}

/** `in 312 of 480 answers (65 %, 95 % interval 60 to 69 %), in 18 of 20 questions and 7 of 8 countries`. */
function reachOf({ visibility, questions, countries, kind }: LeagueRow, markets: League['markets']): string {
  const reach = [
    `${questions.numerator} of ${counted(questions.denominator, 'question')}`,
    ...(areCountries(markets)
      ? [
          `${countries.numerator} of ${countries.denominator} ${countries.denominator === 1 ? 'country' : 'countries'}`,
        ]
      : kind === 'own'
        ? [marketReach(markets)]
        : []),
  ];
  return `in ${visibility.numerator} of ${counted(visibility.denominator, 'answer')} (${intervalLabel(visibility)}), in ${reach.join(' and ')}`;
}

/** Whether each market is another country. Otherwise, as with states, sentences count markets. */
function areCountries(markets: League['markets']): boolean {
  const countries = new Set(markets.map(({ market }) => market.country));
  return countries.size === markets.length && !countries.has('');
}

/** `4 of 5 markets` with an answer that names your brand. */
function marketReach(markets: League['markets']): string {
  const asked = markets.flatMap(({ own }) => (own === null || own.denominator === 0 ? [] : [own]));
  const named = asked.filter(({ numerator }) => numerator > 0);
  return `${named.length} of ${counted(asked.length, 'market')}`;
}

function missingSentence({ markets }: League): readonly string[] {
  const missing = markets.flatMap(({ own, id }) =>
    own === null || own.denominator === 0 || own.numerator > 0
      ? []
      : [`${placeName(id)} (0 of ${own.denominator})`],
  );
  return missing.length === 0 ? [] : [`Not named in ${listed(missing)}.`];
}

function leaderSentence(own: LeagueRow, { brands }: League): readonly string[] {
  const leaders = leadersOf(brands);
  const others = leaders.filter(({ id }) => id !== own.id);
  const [first] = others;
  if (first !== undefined && others.length === leaders.length)
    return [
      `${leadLabel(names(leaders), 'leads the listed brands')} (${shareLabel(first.visibility.value)}).`,
    ];
  if (others.length > 0) return [`It leads the listed brands, level with ${listed(names(others))}.`];
  const next = brands.find(({ id }) => id !== own.id);
  return next === undefined
    ? []
    : [`It leads the listed brands; next is ${next.name} with ${shareLabel(next.visibility.value)}.`];
}

const names = (brands: readonly { readonly name: string }[]): readonly string[] =>
  brands.map(({ name }) => name);

const placeName = (market: LeagueMarket['id']): string => inSentence(marketName(market));

/** Countries in which another brand than the first one leads and yours does not, the widest lead first, by brand. */
function localLeaders(own: LeagueRow, { brands, markets }: League): readonly string[] {
  const ahead = markets.flatMap(({ id: market, leaders, own: here }) => {
    const [first] = leaders;
    if (first === undefined || leaders.some(({ id }) => id === own.id || id === brands[0]?.id)) return [];
    const share = first.visibility.value ?? 0;
    const place = `${placeName(market)} (${shareLabel(share)})`;
    return [{ lead: share - (here?.value ?? 0), who: leadLabel(names(leaders)), place }];
  });
  const places = new Map<string, string[]>();
  for (const { who, place } of ahead.sort((one, two) => two.lead - one.lead))
    places.set(who, [...(places.get(who) ?? []), place]);
  const groups = [...places].map(([who, where]) => ({ text: `${who} in ${listed(where)}.`, where }));
  const others = groups.slice(maxLeaders).reduce((sum, { where }) => sum + where.length, 0);
  return [
    ...groups.slice(0, maxLeaders).map(({ text }) => text),
    ...(others === 0 ? [] : [`Others lead in ${others} more.`]),
  ];
}

/** Your brand by engine, if it is significantly ahead at any of them of the next. */
function engineSentence(
  { name }: LeagueRow,
  engines: League['engines'],
  nameOf: EngineNames,
): readonly string[] {
  if (!engines.some(({ next }) => next === 'larger-than-noise')) return [];
  const figures = engines.map(
    ({ engine, visibility }) => `${nameOf(engine as Engine)} ${shareLabel(visibility.value)}`,
  );
  const [first, last] = [figures[0], figures.at(-1)];
  const said = figures.length > maxEngines ? `from ${first} to ${last}` : listed(figures);
  return [`${name} differs significantly between engines: ${said}, in what all of them answered.`];
}

/** Engines that a verdict names one by one. */
const maxEngines = 4;

/** Brands whose countries a verdict names. */
const maxLeaders = 3;

function confidenceSentence(brands: readonly LeagueRow[]): string | null {
  const tests = brands.flatMap(({ next }, at) =>
    next === null ? [] : [{ next, one: brands[at], two: brands[at + 1] }],
  );
  if (tests.length === 0) return null;
  if (tests.every(({ next }) => next.verdict === 'not-enough-samples'))
    return 'Too few answers to judge the order of the brands: at least 6 are needed.';
  const real = tests.filter(({ next }) => next.verdict === 'larger-than-noise');
  if (real.length === 0)
    return 'The order of the brands may be chance: none is significantly ahead of the next.';
  const ahead = listed(real.map(({ one, two }) => `${one?.name} of ${two?.name}`));
  return `${real.length} of ${counted(tests.length, 'brand')} ${real.length === 1 ? 'is' : 'are'} significantly ahead of the next in the ranking: ${ahead}.`;
}
