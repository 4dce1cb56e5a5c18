/**
 * `npm run bench:truth`: size, power, coverage and false discoveries of the verdicts, by simulation from one seed.
 * The tables are part of docs/metrics.md. `--trials 400` gives more precise figures.
 */
import { parseArgs } from 'node:util';
import { coverageOf, truthOf, type World } from '#tests/support/analysis/truth.ts';

const { values } = parseArgs({ options: { trials: { type: 'string', default: '200' } } });
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

console.log(
  '| Markets × repeats | Differs | Headline | Its row | False brands | False domains | False cells | False sections |',
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
