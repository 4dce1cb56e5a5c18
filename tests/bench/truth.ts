/**
 * `npm run bench:truth`: size, power, coverage and false discoveries of the verdicts, by simulation from one seed.
 * The tables are part of docs/metrics.md and docs/benchmarks.md. `--trials 400` gives more precise figures; `--changes`
 * measures only outliers, trends and alerts.
 */
import { parseArgs } from 'node:util';
import { alertTruth, type Measured, measuredIn, trendTruth } from '#tests/support/analysis/nullWorlds.ts';
import { coverageOf, truthOf, type World } from '#tests/support/analysis/truth.ts';
import { byForm, form } from './form.ts';

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: String(byForm({ full: 200, quick: 50, smoke: 10 })) },
    changes: { type: 'boolean', default: form === 'smoke' },
    quick: { type: 'boolean' },
    smoke: { type: 'boolean' },
  },
});
const trials = Number(values.trials);
if (!Number.isInteger(trials) || trials < 10) throw new Error('--trials is a whole number from 10 on');

const designs = [
  [2, 4],
  [2, 10],
  [4, 3],
  [6, 5],
  [12, 3],
  [12, 5],
  [50, 10],
] as const;
const worlds: readonly Pick<World, 'differing' | 'effect'>[] = [
  { differing: 'nothing', effect: 0 },
  { differing: 'one brand', effect: 0.4 },
  { differing: 'one brand', effect: 0.8 },
  { differing: 'everything', effect: 0.4 },
];
const share = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

const withError = ({ share: value, error }: Measured): string => `${value.toFixed(3)} ± ${error.toFixed(3)}`;

console.log(
  '| Markets × repeats | Apart | Headline | Outlier named | By any measure |\n|---|---|---|---|---|',
);
for (const [markets, repeats] of [
  [4, 3],
  [6, 5],
  [12, 3],
] as const) {
  for (const differing of ['nothing', 'one market', 'two markets'] as const) {
    const effect = differing === 'nothing' ? 0 : 1;
    const truth = truthOf({ markets, repeats, differing, effect }, trials, 5);
    const [named, any] = [truth.outlier, truth.anyOutlier].map((each) => measuredIn(each * trials, trials));
    console.log(
      `| ${markets} × ${repeats} | ${differing} | ${share(truth.headline)} | ${withError(named as Measured)} | ${withError(any as Measured)} |`,
    );
  }
}
console.log(
  '\n| Segments × answers | Shares | Change | Verdict | 999 permutations | Intervals apart (until 2026-12.3) |\n|---|---|---|---|---|---|',
);
for (const [segments, answers] of [
  [1, 10],
  [8, 4],
  [20, 1],
  [40, 2],
] as const) {
  for (const uneven of [false, true]) {
    for (const change of [0, 0.1, 0.2]) {
      const truth = trendTruth({ segments, answers, uneven, change }, 2 * trials, 3);
      console.log(
        `| ${segments} × ${answers} | ${uneven ? 'uneven' : 'equal'} | ${change} | ${withError(truth.verdict)} | ${withError(truth.reference)} | ${withError(truth.intervals)} |`,
      );
    }
  }
}
console.log(
  '\n| Markets × questions × repeats | Your brand loses | Any alert | The right one | A false one |\n|---|---|---|---|---|',
);
for (const [markets, questions, repeats] of [
  [2, 1, 5],
  [6, 1, 10],
  [6, 20, 1],
  [10, 10, 3],
  [20, 5, 3],
] as const) {
  for (const [changed, loss] of [
    [0, 0],
    [1, 0.5],
    [1, 1],
    [markets, 0.5],
  ] as const) {
    const times = changed === 0 ? 2 * trials : Math.ceil(trials / 2);
    const truth = alertTruth({ markets, questions, repeats, changed, loss }, times, 3);
    const what = changed === 0 ? 'nothing' : `${100 * loss} % in ${changed}`;
    console.log(
      `| ${markets} × ${questions} × ${repeats} | ${what} | ${withError(truth.any)} | ${withError(truth.right)} | ${withError(truth.false)} |`,
    );
  }
}
if (values.changes) process.exit();

console.log(
  '\n| Markets × repeats, every second one translated | Headline | False brands | False domains | False cells | False sections |\n|---|---|---|---|---|---|',
);
for (const [markets, repeats] of [
  [2, 6],
  [4, 3],
  [6, 5],
] as const) {
  const truth = truthOf({ markets, repeats, differing: 'nothing', effect: 0, translated: true }, trials, 5);
  const { headline, falseBrands, falseDomains, falseCells, falseSections } = truth;
  const figures = [headline, falseBrands, falseDomains, falseCells ?? 0, falseSections ?? 0];
  console.log(
    `| ${markets} × ${repeats} | ${figures.map((each) => withError(measuredIn(each * trials, trials))).join(' | ')} |`,
  );
}
console.log(
  '\n| Markets × repeats | Differs | Headline | Its row | False brands | False domains | False cells | False sections |',
);
console.log('|---|---|---|---|---|---|---|---|');
for (const [markets, repeats] of designs) {
  for (const world of worlds) {
    // The largest design takes a second a trial.
    const times = markets * repeats > 200 ? Math.max(10, Math.round(trials / 10)) : trials;
    const truth = truthOf({ markets, repeats, ...world }, times, 7);
    const what = world.differing === 'nothing' ? 'nothing' : `${world.differing} by ${world.effect}`;
    console.log(
      `| ${markets} × ${repeats} | ${what} | ${share(truth.headline)} | ${share(truth.row)} | ${share(truth.falseBrands)} | ${share(truth.falseDomains)} | ${share(truth.falseCells)} | ${share(truth.falseSections)} |`,
    );
  }
}
console.log('\n| n | Minimum coverage | Mean coverage |\n|---|---|---|');
for (const n of [3, 4, 5, 10, 20, 50, 100]) {
  const { least, mean } = coverageOf(n);
  console.log(`| ${n} | ${least.toFixed(3)} | ${mean.toFixed(3)} |`);
}
