import type { DetectedBrands } from '../model/brand.ts';
import type { GapAnswer, GapQueryInput } from '../model/gap.ts';
import type { LeagueView } from '../model/rollup.ts';
import { counted, listed } from '../tables/figureLabels.ts';
import { marketName } from '../tables/filterLabels.ts';
import { type StepText, stepMarkets } from './overviewSentences.ts';

/** What to do after a run of a plan, or in a project, with the reason: the same in window and terminal. */
export type PlanStep = StepText & {
  readonly kind:
    | 'set-brand'
    | 'retry'
    | 'mentions'
    | 'citations'
    | 'add-domains'
    | 'add-competitors'
    | 'connect-provider';
};

type PlanFacts = {
  readonly view: Pick<LeagueView, 'failed' | 'open' | 'answers' | 'pending'> & {
    readonly league: { readonly brands: readonly Pick<LeagueView['league']['brands'][number], 'kind'>[] };
  };
  /** Providers of the run. */
  readonly drivers: readonly string[];
  /** Open gaps by kind; null until they are known. */
  readonly mentions: GapAnswer | null;
  readonly citations: GapAnswer | null;
  readonly detected: DetectedBrands | null;
  /** Whether brands were detected in the newest answers only. */
  readonly latest?: boolean;
};

const maxPages = 3;
const maxDetected = 3;

export function planSteps(facts: PlanFacts): readonly PlanStep[] {
  const { view, drivers, mentions, citations, detected, latest = false } = facts;
  const { league, failed, open, answers, pending } = view;
  const own = league.brands.some(({ kind }) => kind === 'own');
  const steps: PlanStep[] = [];
  if (answers > 0 && !own && !pending)
    steps.push({
      kind: 'set-brand',
      title: 'Set your brand',
      reason: 'See where you are named, where you are not, and who leads there.',
    });
  // Answers to come may make the further steps unnecessary.
  if (open > 0) return steps;
  if (failed > 0)
    steps.push({
      kind: 'retry',
      title: `Retry ${counted(failed, 'failed request')}`,
      reason: 'Failed requests count in no figure.',
    });
  if (own && mentions !== null && mentions.total > 0) {
    const { text, markets } = marketsOf(mentions);
    steps.push({
      kind: 'mentions',
      title: `Get named in ${text}`,
      reason: `${counted(mentions.total, 'gap')} where ${listed(labelsOf(mentions.tallies.brands))} ${mentions.tallies.brands.length > 1 ? 'are' : 'is'} named and you are not.`,
      markets,
    });
  }
  if (own && citations?.missing.includes('own-domains') === true)
    steps.push({
      kind: 'add-domains',
      title: 'Add the domains of your brand',
      reason: 'Without them it is unknown where you are cited.',
    });
  else if (own && citations !== null && citations.total > 0) {
    const { text, markets } = marketsOf(citations);
    const pages = labelsOf(citations.causes.filter(({ kind }) => kind === 'citation')).slice(0, maxPages);
    steps.push({
      kind: 'citations',
      title: `Get cited in ${text}`,
      reason:
        pages.length === 0
          ? `${counted(citations.total, 'gap')} where sites of competitors are cited and yours is not.`
          : `The ${pages.length === 1 ? 'site' : `${pages.length} sites`} to win: ${listed(pages)}.`,
      markets,
    });
  }
  if (own && detected !== null && detected.brands.length > 0) {
    const first = detected.brands.slice(0, maxDetected);
    steps.push({
      kind: 'add-competitors',
      title: `Add ${listed(first.map(({ name }) => name))} as ${first.length === 1 ? 'a competitor' : 'competitors'}`,
      reason: `Not in your list, and named in ${listed(first.map((brand) => String(brand.answers)))} of ${latest ? 'the latest ' : ''}${counted(detected.answers, 'answer')}.`,
    });
  }
  if (drivers.length > 0 && drivers.every((driver) => driver === 'sandbox'))
    steps.push({
      kind: 'connect-provider',
      title: 'Connect a provider',
      reason: 'These answers are demo data.',
    });
  return steps;
}

/** Queries for the open gaps that become steps. Those of citations are grouped by the site to win. */
export const stepGaps = <T extends GapQueryInput>(filter: T) =>
  ({
    mentions: { ...filter, kind: 'mention', most: 1 },
    citations: { ...filter, kind: 'citation', grouped: true, most: 1 },
  }) as const;

/** What to do in a project whose own brand is known. That its answers are demo data is said above. */
export const projectSteps = (
  facts: Pick<PlanFacts, 'mentions' | 'citations' | 'detected'>,
): readonly PlanStep[] =>
  planSteps({
    ...facts,
    drivers: [],
    latest: true,
    view: { failed: 0, open: 0, answers: 0, pending: false, league: { brands: [{ kind: 'own' }] } },
  });

const labelsOf = (tally: readonly { readonly label: string }[]): readonly string[] =>
  tally.map(({ label }) => label);

const marketsOf = ({ tallies }: GapAnswer) =>
  stepMarkets(tallies.markets.map(({ value }) => marketName(value)));

/** The brand that most answers name, where the list lacks it and the analyst's own brand is not ahead of it. */
export function detectedSentence(
  { league, answers: all }: Pick<LeagueView, 'league' | 'answers'>,
  { brands: [first], answers }: DetectedBrands,
): readonly string[] {
  const own = league.brands.find(({ kind }) => kind === 'own')?.visibility.value ?? 0;
  if (first === undefined || first.answers <= own * answers) return [];
  return [
    `${first.name} is named most often of the brands that are not in your list: in ${first.answers} of ${answers < all ? `the ${answers} answers that were searched` : counted(answers, 'answer')}.`,
  ];
}
