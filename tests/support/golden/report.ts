/**
 * `npm run golden`: the golden cases, ours beside plain jsdiff line alignment, in one run.
 *
 * `--mistakes` names what is wrong in the cases the rules are made by, never in the held-out half.
 * `--without PART` scores with one part of the text analysis off (`--without list` names the parts), several parts
 * joined by commas, and `--without each` prints the table of all of them, one row a part. `--judge ADDRESS --model NAME`
 * has a model rate the sentences about brands, and prints its agreement with people and nothing else.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { parts, switchOff } from './ablation.ts';

const { values } = parseArgs({
  options: {
    mistakes: { type: 'boolean', default: false },
    without: { type: 'string' },
    judge: { type: 'string' },
    model: { type: 'string' },
  },
});
const { without, mistakes, judge, model } = values;

if (without === 'list') for (const { name, what } of parts) console.log(`${name.padEnd(22)} ${what}`);
else if (judge !== undefined && model !== undefined)
  await import('./claimReport.ts').then(({ printClaims }) => printClaims({ address: judge, model }));
else if (judge !== undefined || model !== undefined) throw new Error('Give both --judge and --model.');
else if (without === 'each') await printEach();
else if (without === undefined)
  await import('./goldenReport.ts').then(({ printReport }) => printReport(mistakes));
else {
  switchOff(without.split(','));
  const { printRow, rowHeading } = await import('./goldenReport.ts');
  if (process.env.GOLDEN_ROW === undefined) console.log(rowHeading);
  printRow(without);
}

/** A module is loaded once per process, so every part is scored in a process of its own. */
async function printEach(): Promise<void> {
  const { printRow, rowHeading } = await import('./goldenReport.ts');
  console.log(rowHeading);
  printRow('(nothing)');
  for (const { name } of parts)
    spawnSync(process.execPath, [import.meta.filename, '--without', name], {
      stdio: 'inherit',
      env: { ...process.env, GOLDEN_ROW: '1' },
    });
}
