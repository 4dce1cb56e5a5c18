import { type NoiseTest, RULE_VERSION } from '#shared/analysis/comparison.ts';
import { testWords, verdictWords } from '#shared/report/figures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Popover } from '../../../ui/Popover.tsx';

const meanings: Readonly<Record<NoiseTest['verdict'], string>> = {
  'larger-than-noise':
    'Answers of different markets are further apart than answers of the same market that was asked again.',
  'within-noise': 'Asking the same market again changes as much as asking another one.',
  'not-enough-samples':
    'Too few markets were asked at least three times to tell a difference from chance: ask with three samples or more.',
  'not-comparable': 'The two sides were not measured the same way.',
};

const distance = (value: number | null): string => (value === null ? 'no data' : value.toFixed(3));

/** A verdict with everything it was reached by, one click away. */
export function VerdictDetail({ test }: { readonly test: NoiseTest }) {
  return (
    <Popover
      label="How this verdict was reached"
      className="w-80 p-3"
      trigger={
        <Button look="quiet" size="small" className="text-ink-2">
          Between markets: {testWords(test)}
        </Button>
      }
    >
      <h3 className="mb-1 font-semibold">{verdictWords[test.verdict]}</h3>
      <p className="mb-2 text-table">{meanings[test.verdict]}</p>
      <Facts
        facts={[
          ['Mean distance between markets', distance(test.between)],
          ['Mean distance when asked again', distance(test.within)],
          ['Difference', distance(test.effect)],
          ['p by permutation', test.pValue === null ? 'no data' : test.pValue.toFixed(4)],
          ['Permutations', String(test.permutations)],
          ['Markets that took part', String(test.markets)],
          ['Answers that took part (n)', String(test.samples)],
          ['Rules', RULE_VERSION],
        ]}
      />
    </Popover>
  );
}
