import { maxRepeats } from '../figures/statistics/power.ts';
import type { PlanPower, PowerComparison } from '../model/plan.ts';
import { percentLabel } from '../percent.ts';
import { counted } from '../tables/figureLabels.ts';

type PlannedRuns = {
  /** Both 0..1. */
  readonly change: number;
  readonly power: number;
  readonly compare: PowerComparison;
  readonly markets: number;
  /** Repeats of the current plan. */
  readonly samples: number;
};

const points = (share: number): string => `${Math.round(share * 100)}-point`;

function whatIn({ compare, markets }: PlannedRuns, name: string, change: string): string {
  const all = counted(markets, 'market');
  if (compare === 'periods') return `a ${change} change of the visibility of ${name} in ${all} together`;
  if (compare === 'market-periods')
    return `a ${change} change of the visibility of ${name} in each of ${all}`;
  return `a ${change} difference in the visibility of ${name} between two of ${all}`;
}

/** Repeats needed, their cost, and the data behind that. */
export function powerSentences(found: PlanPower, asked: PlannedRuns): readonly string[] {
  const name = found.brand?.name ?? 'a brand';
  const percent = `${percentLabel(asked.power)} power`;
  const cost = [
    counted(found.cells, 'request'),
    `at most ${counted(found.maximumCredits, 'credit')}`,
    ...(found.money === null ? [] : [`about ${found.money.amount.toFixed(2)} ${found.money.currency}`]),
  ].join(', ');
  const seen = whatIn(asked, name, points(asked.change));
  return [
    found.repeats === null
      ? `To detect ${seen} at ${percent}, more than ${maxRepeats} repeats are needed: ask more questions, or settle for a larger change.`
      : `To detect ${seen} at ${percent}: ${counted(found.repeats, 'repeat')}, ${cost}.`,
    measuredSentence(found),
    found.visible === null
      ? `At ${counted(asked.samples, 'repeat')} no change can be detected with this power.`
      : `At ${counted(asked.samples, 'repeat')}, the smallest that this power detects is a ${points(found.visible)} change.`,
  ];
}

function measuredSentence({ share, answers, repeated, spread }: PlanPower): string {
  if (share === null)
    return 'Nothing was measured in this project yet: the hardest case is assumed, a visibility around 50 %.';
  const visibility = `Measured: visibility ${percentLabel(share)} in ${counted(answers, 'answer')}`;
  return repeated === 0
    ? `${visibility}; nothing was repeated yet, so repeats are assumed to vary fully.`
    : `${visibility}; repeats vary ${percentLabel(spread)} as much as unrelated answers (${counted(repeated, 'request')} with repeats).`;
}
