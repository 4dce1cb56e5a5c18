/** `npm run golden`: the golden cases, ours beside plain jsdiff line alignment, in one run. */
import { ACROSS_LANGUAGES } from './acrossLanguages.ts';
import {
  type CaseScores,
  evaluateLines,
  evaluateOurs,
  precision,
  recall,
  type Score,
  total,
} from './evaluate.ts';
import { ONE_LANGUAGE } from './oneLanguage.ts';

const groups = [
  ['one language', ONE_LANGUAGE],
  ['across languages', ACROSS_LANGUAGES],
  ['all', [...ONE_LANGUAGE, ...ACROSS_LANGUAGES]],
] as const;

const share = (value: number) => value.toFixed(3);
const line = (label: string, score: Score) =>
  `  ${label.padEnd(34)} precision ${share(precision(score))}  recall ${share(recall(score))}  (${score.right} right, ${score.found} found, ${score.expected} expected)`;

for (const [name, cases] of groups) {
  const ours = cases.map(evaluateOurs);
  const lines = cases.map(evaluateLines);
  const sum = (scores: readonly CaseScores[], of: 'pairs' | 'moves' | 'mentions') =>
    total(scores.map((entry) => entry[of]));
  console.log(`${name}: ${cases.length} sets`);
  console.log(line('aligned pairs', sum(ours, 'pairs')));
  console.log(line('aligned pairs, jsdiff lines', sum(lines, 'pairs')));
  console.log(line('moves', sum(ours, 'moves')));
  console.log(line('moves, jsdiff lines', sum(lines, 'moves')));
  console.log(line('brand mentions', sum(ours, 'mentions')));
  console.log(line('brand mentions, plain substring', sum(lines, 'mentions')));
  if (name === 'all' && process.argv.includes('--mistakes')) {
    for (const entry of ours)
      if (entry.mistakes.length > 0) console.log(`\n${entry.name}\n  ${entry.mistakes.join('\n  ')}`);
  }
}
