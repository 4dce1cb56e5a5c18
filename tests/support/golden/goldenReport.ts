/** Prints the scores of the golden cases: whole, or as one row of the table of ablations. */
import { acrossLanguages } from './acrossLanguages.ts';
import { printBrandReport, scoreBrands } from './brandReport.ts';
import { printClaims } from './claimReport.ts';
import {
  type CaseScores,
  evaluateLines,
  evaluateOurs,
  f1,
  precision,
  recall,
  type Score,
  total,
} from './evaluate.ts';
import { fileCases, type GoldenCase, isHeldOut } from './goldenCase.ts';
import { oneLanguage } from './oneLanguage.ts';
import { mistakesIn } from './readings/readingSet.ts';
import { readingSets } from './readings/readingSets.ts';
import { isHeldOutPair, printPairs, statementPairs } from './statementPairs.ts';
import { isHeldOutCase, printVerdicts, verdictCases } from './verdictCases.ts';

const written = fileCases();
const tuned = written.filter((golden) => !isHeldOut(golden));
const groups: readonly (readonly [name: string, cases: readonly GoldenCase[]])[] = [
  ['one language', oneLanguage],
  ['across languages', acrossLanguages],
  ['reworded, translated, rearranged: the half the rules are made by', tuned],
  ['reworded, translated, rearranged: the held-out half', written.filter(isHeldOut)],
];

const share = (value: number) => value.toFixed(3);
const line = (label: string, score: Score) =>
  `  ${label.padEnd(34)} F1 ${share(f1(score))}  precision ${share(precision(score))}  recall ${share(recall(score))}  (${score.right} right, ${score.found} found, ${score.expected} expected)`;

/** @param mistakes names the mistakes of the cases that are not held out */
export async function printReport(mistakes: boolean): Promise<void> {
  for (const [name, cases] of groups) {
    const ours = cases.map(evaluateOurs);
    const lines = cases.map(evaluateLines);
    const sum = (scores: readonly CaseScores[], of: 'pairs' | 'moves' | 'mentions') =>
      total(scores.map((entry) => entry[of]));
    const blocks = cases.reduce((count, { columns }) => count + columns.length, 0);
    console.log(`${name}: ${cases.length} sets, ${blocks} answers`);
    console.log(line('aligned pairs', sum(ours, 'pairs')));
    console.log(line('aligned pairs, jsdiff lines', sum(lines, 'pairs')));
    console.log(
      `  ${'lowest F1 of a set'.padEnd(34)}    ${share(Math.min(...ours.map(({ pairs }) => f1(pairs))))}`,
    );
    console.log(line('moves', sum(ours, 'moves')));
    console.log(line('moves, jsdiff lines', sum(lines, 'moves')));
    const { found, right } = sum(ours, 'moves');
    console.log(`  ${'moves said in vain'.padEnd(34)} ${found - right}`);
    const mentions = sum(ours, 'mentions');
    if (mentions.expected > 0) {
      console.log(line('brand mentions', mentions));
      console.log(line('brand mentions, plain substring', sum(lines, 'mentions')));
    }
    const languages = new Map<string, Score[]>();
    for (const entry of ours)
      for (const [language, score] of entry.languages)
        languages.set(language, [...(languages.get(language) ?? []), score]);
    console.log(`  aligned pairs by language`);
    for (const [language, scores] of [...languages].sort(([, one], [, two]) => two.length - one.length))
      console.log(line(`  ${language}, ${scores.length} sets`, total(scores)));
    if (cases !== groups[3]?.[1] && mistakes)
      for (const entry of ours)
        if (entry.mistakes.length > 0) console.log(`\n${entry.name}\n  ${entry.mistakes.join('\n  ')}`);
  }
  printReadings(mistakes);
  for (const [file, what] of [
    ['questions', 'the same blocks in each market'],
    ['unseen', 'tables, prose, questions and nested lists'],
  ] as const) {
    const all = verdictCases(file);
    console.log(`verdicts across languages, ${what}: the half the rules are made by`);
    printVerdicts(
      all.filter((each) => !isHeldOutCase(each)),
      mistakes,
    );
    console.log(`verdicts across languages, ${what}: the held-out half`);
    printVerdicts(all.filter(isHeldOutCase), false);
  }
  console.log('statements of two answers: the half the rules are made by');
  printPairs(
    statementPairs.filter((pair) => !isHeldOutPair(pair)),
    mistakes,
  );
  console.log('statements of two answers: the held-out half');
  printPairs(statementPairs.filter(isHeldOutPair), false);
  printBrandReport(mistakes);
  await printClaims(null);
}

function printReadings(mistakes: boolean): void {
  console.log('short texts read right: half the rules are made by, held out');
  for (const set of readingSets) {
    const wrong = mistakesIn(set, set.cases);
    const right = (cases: number, missed: number) => `${cases - missed} of ${cases}`.padStart(12);
    console.log(
      `  ${set.name.padEnd(34)} ${right(set.cases.length, wrong.length)} ${right(set.heldOut.length, mistakesIn(set, set.heldOut).length)}`,
    );
    if (mistakes) for (const each of wrong) console.log(`    ${each}`);
  }
}

export const rowHeading = `${'without'.padEnd(22)} F1 of pairs: one, across, tuned, held out   moves: the same                brands right: tuned, held out`;

/** One row: F1 of the aligned pairs and of the moves of each group, and brand cases wholly right. */
export function printRow(without: string): void {
  const scores = groups.map(([, cases]) => cases.map(evaluateOurs));
  const all = (of: 'pairs' | 'moves') =>
    scores.map((group) => share(f1(total(group.map((entry) => entry[of])))));
  const brands = scoreBrands();
  const right = (heldOut: boolean) => {
    const half = brands.filter((each) => each.heldOut === heldOut);
    return `${half.filter((each) => each.right).length} of ${half.length}`;
  };
  console.log(
    `${without.padEnd(22)} ${all('pairs').join('  ')}                     ${all('moves').join('  ')}   ${right(false)}, ${right(true)}`,
  );
}
