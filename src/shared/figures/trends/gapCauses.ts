import type { GapCauseFacts } from '../../model/gap.ts';
import type { TrendFacts } from '../../model/trendLines.ts';
import type { GapTable } from './gapTable.ts';

/** The gaps of one cause: a competitor that is named, or a page that is cited, where you are not. */
export type CauseOfGaps = GapCauseFacts & {
  /** Index of the competitor; null for a page. */
  readonly rival: number | null;
  /** Number of the domain; null for a competitor. */
  readonly domain: number | null;
};

type CauseInput = {
  readonly gaps: GapTable;
  /** The gaps to group, ascending. */
  readonly listed: Int32Array;
  readonly places: TrendFacts['places'];
  /** Position of a competitor in an answer, from 1; 0 if unknown. */
  readonly rankOf: (rival: number, answer: number) => number;
  /** Whether a domain is a page to win. The site of a competitor is not. */
  readonly canWin: (domain: number) => boolean;
  /** Maximum number of each kind. */
  readonly most: number;
};

type Sums = { gaps: number; answers: number; of: number; ranks: number; ranked: number };
type Places = { readonly questions: Set<number>; readonly markets: Map<string, number> };

/**
 * Groups gaps by their cause: competitors by reach over average position, so that one that is named first counts more
 * than one that is named last, then pages by reach. Reach is the number of answers.
 */
export function causesOf({ gaps, listed, places, rankOf, canWin, most }: CauseInput): readonly CauseOfGaps[] {
  const sums = new Map<number, Sums>();
  forEachGap(gaps, listed, (gap, subject, { of }) => {
    if (subject < 0 && !canWin(-1 - subject)) return;
    const sum = sums.get(subject) ?? { gaps: 0, answers: 0, of: 0, ranks: 0, ranked: 0 };
    sums.set(subject, sum);
    const rank = subject < 0 ? 0 : rankOf(subject, gaps.answer(gap));
    sum.gaps += 1;
    sum.answers += gaps.count(gap);
    sum.of += of;
    sum.ranks += rank;
    sum.ranked += rank > 0 ? 1 : 0;
  });
  const positionOf = ({ ranks, ranked }: Sums): number | null => (ranked === 0 ? null : ranks / ranked);
  const priorityOf = (sum: Sums): number => sum.answers / (positionOf(sum) ?? 1);
  const first = (isPage: boolean) =>
    [...sums]
      .filter(([subject]) => subject < 0 === isPage)
      .sort(([, one], [, two]) => priorityOf(two) - priorityOf(one) || two.gaps - one.gaps)
      .slice(0, most);
  const shown = [...first(false), ...first(true)];
  // Distinct questions and markets are collected for the first causes only: there may be many thousands.
  const reached = new Map<number, Places>(
    shown.map(([subject]) => [subject, { questions: new Set(), markets: new Map() }]),
  );
  forEachGap(gaps, listed, (_, subject, { place }) => {
    const found = reached.get(subject);
    const at = places[place];
    if (found === undefined || at === undefined) return;
    found.questions.add(at.question);
    found.markets.set(at.market, (found.markets.get(at.market) ?? 0) + 1);
  });
  return shown.map(([subject, sum]) => {
    const found = reached.get(subject);
    return {
      rival: subject < 0 ? null : subject,
      domain: subject < 0 ? -1 - subject : null,
      ...{ gaps: sum.gaps, answers: sum.answers, of: sum.of, position: positionOf(sum) },
      questions: found?.questions.size ?? 0,
      markets: [...(found?.markets ?? [])].sort(([, one], [, two]) => two - one).map(([market]) => market),
    };
  });
}

/** @param visit with the competitor, or -1 - the domain, and the absence of each gap */
function forEachGap(
  gaps: GapTable,
  listed: Int32Array,
  visit: (gap: number, subject: number, absence: ReturnType<GapTable['absence']>) => void,
): void {
  let end = 0;
  let absence = null;
  for (const gap of listed) {
    if (absence === null || gap >= end) {
      const at = gaps.absenceOf(gap);
      absence = gaps.absence(at);
      end = gaps.endOf(at);
    }
    const rival = gaps.rival(gap);
    visit(gap, rival === -1 ? -1 - gaps.domain(gap) : rival, absence);
  }
}
