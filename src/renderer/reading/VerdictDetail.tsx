import { plainDifference, plainRepeats } from '#shared/figures/comparison/overview.ts';
import { comparisonRuleVersion, type NoiseTest } from '#shared/model/comparison/comparison.ts';
import type { ColumnLabels } from '#shared/tables/columnLabels.ts';
import { pLabel, testLabel, verdictLabel } from '#shared/tables/figureLabels.ts';
import { Button } from '../ui/Button.tsx';
import { Badge } from '../ui/Chip.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Popover } from '../ui/Popover.tsx';
import { useColumnLabels } from './tableMarkets.ts';

const meaningOf = (verdict: NoiseTest['verdict'], { many, askedAgain }: ColumnLabels): string =>
  ({
    'larger-than-noise': `The difference between ${many} is larger than between ${askedAgain}.`,
    'within-noise': `No difference between ${many} was shown: ${askedAgain} differ about as much. There may still be a difference.`,
    'not-enough-samples': `With so few samples, no difference can be significant: two ${many} need four samples each, three or more need three each. To detect a difference of ${plainDifference * 100} points between two ${many} at 80 % power, ask ${plainRepeats(null)} repeats each.`,
    'not-comparable': 'The two sides differ in response type, language or rule version.',
  })[verdict];

function permutationsOf({ pValue, exact, permutations }: NoiseTest): string {
  if (pValue === null) return 'none';
  if (!exact) return `${permutations.toLocaleString('en')} drawn`;
  return permutations === 0 ? 'all, by their exact distribution' : `all ${permutations.toLocaleString('en')}`;
}

const distance = (value: number | null): string => (value === null ? 'no data' : value.toFixed(3));

/** A verdict that shows its basis when pressed. */
export function VerdictDetail({
  test,
  tone,
}: {
  readonly test: NoiseTest;
  /** Shown as a badge of this tone instead of a sentence. */
  readonly tone?: 'accent' | 'neutral' | 'warn';
}) {
  const words = useColumnLabels();
  return (
    <Popover
      label="Method"
      className="w-80 p-3"
      trigger={
        tone === undefined ? (
          <Button look="quiet" size="small" className="text-ink-2">
            Between {words.many}: {testLabel(test)}
          </Button>
        ) : (
          <Button
            look="quiet"
            size="small"
            className="px-0!"
            aria-label={`Between ${words.many}: ${testLabel(test)}`}
            title={`Between ${words.many}: ${testLabel(test)}`}
          >
            <Badge tone={tone}>{verdictLabel[test.verdict]}</Badge>
          </Button>
        )
      }
    >
      <h3 className="mb-1 font-semibold">{verdictLabel[test.verdict]}</h3>
      <p className="mb-2 text-table">{meaningOf(test.verdict, words)}</p>
      <Facts
        facts={[
          [`Average distance between ${words.many}`, distance(test.between)],
          ['Average distance between repeats', distance(test.within)],
          ['Difference', distance(test.effect)],
          ['p by permutation', test.pValue === null ? 'no data' : pLabel(test.pValue)],
          ['p adjusted for all tests of the tab', test.adjusted === null ? null : pLabel(test.adjusted)],
          ['Permutations', permutationsOf(test)],
          [`${words.head} included`, String(test.markets)],
          ['Answers included (n)', String(test.samples)],
          ['Rules', comparisonRuleVersion],
        ]}
      />
    </Popover>
  );
}
