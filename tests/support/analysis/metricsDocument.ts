/** Writes docs/metrics.md from the catalogue: `node tests/support/analysis/metricsDocument.ts`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { claimRuleVersion } from '#shared/analysis/claims/model.ts';
import { comparisonRuleVersion } from '#shared/analysis/comparison.ts';
import { metrics } from '#shared/analysis/metricCatalogue.ts';
import type { MetricDefinition } from '#shared/analysis/metricDefinitions/definition.ts';

const titles: Readonly<Record<MetricDefinition['group'], string>> = {
  presence: 'Presence',
  share: 'Share',
  prominence: 'Prominence',
  claims: 'Claims and tone',
  sources: 'Sources',
  comparing: 'Comparing markets and runs',
  noise: 'Is it real?',
  time: 'Over time',
  answers: 'Fan-out, shopping, ads, cost',
};

const introduction = `# Metrics

Every number Parallax shows, with what it is divided by. Rule version **${comparisonRuleVersion}**; it is raised whenever a
rule changes what a number means, and printed beside every figure. No metric needs a language model.

This page is written from \`src/shared/analysis/metricCatalogue.ts\` (\`node tests/support/analysis/metricsDocument.ts\`);
a test fails when the two differ. Worked examples with the arithmetic written out are in
\`tests/unit/shared/analysis/\`.

## Ground rules

- One observation is one question asked once of one engine in one market. It is **valid** when it finished and a
  non-empty answer was read. Failed, cancelled and pending ones are never counted as absence; they lower coverage
  and success rate only.
- Unknown is left out of n. A ratio with n = 0 is "no data", never 0.
- Answers are counted, not occurrences, unless the metric says so. A URL counts once an answer.
- URL identity: lower-case host without \`www.\`, no scheme, no trailing slash, no tracking parameters, no text
  fragment; other parameters stay. Domains are registrable domains by the public suffix list; a redirect counts for
  its destination once resolved; blocks are not aligned, and brands not proposed, by the host of a redirect whose
  destination nobody knows.
- Brands are found by alias rules: whole words as the script has them, the longest name first, never inside another
  word, an address, a handle or an identifier. Case, width, accents, invisible characters, trade mark signs, and how
  spaces, hyphens and apostrophes are written do not matter. In Chinese, Japanese, Thai, Lao, Khmer and Burmese words
  are found by \`Intl.Segmenter\`; Hebrew and Arabic prefixes, Korean particles, elided articles and endings behind an
  apostrophe may be written onto a name. Listed brands are found first; brands found without a rule are looked for
  only in what they leave, and marked "proposed".
  What a person decided (merged, split, accepted, dismissed, a domain's owner) is applied on top of the list in the order
  it was made; each figure carries the version of the rules it was counted by.
- **Alignment**: two blocks are held together by their words cut to a stem, weighted by how rare they are, by numbers by
  their value, model codes, links, brands and prices; in two languages only by what outlives translation. A lead in other words
  counts against a pair unless what follows is the same; two leads with names of their own never meet, nor do items under
  different items. What is left is paired in order under headings and items that agree, by length where there are no words to
  compare (Gale and Church 1993). Identical lines pair in order. \`npm run golden\` scores it on sets of answers aligned by hand.
- **Claims**: sentences of the answer that name a brand, or stand alone in a block, list item or below a heading that names one.
  Word lists of each language (\`resources/claims/\`, rules ${claimRuleVersion}) give aspect and tone: words that rate, nouns of
  which much or little is good with their direction ("high price"), negation within six words of the same part of the
  sentence, none of such a noun ("no fees"), what turns ("less"), separable verbs, and comparisons and verbs of rivalry, which
  hold for the other brand the other way round ("cheaper than", "outperforms"). "General" is left out beside an aspect of the
  same tone.
  "But" and semicolons separate clauses; one that names no brand is about the brand named before it. Where words for two brands
  stand so that it is unclear whose they are, the tone is mixed. Conditions and questions state nothing. Strength is not
  rated. What a person corrected goes before the rules.
- **Interval**: Wilson, 95 %. centre = (p + z²/2n) / (1 + z²/n), half-width = z/(1 + z²/n) × √(p(1 − p)/n + z²/4n²),
  z = 1.96. Given for rates over answers; shares of citations or mentions are not independent and have none. It holds
  the true share in 95 of 100 cases on average over all shares, and in fewer for shares near 0 or 1 (table below).
- **Verdicts**: *Significant difference*, *No difference shown* (which does not say that there is none), *Too few
  samples* (no outcome could have been significant), *Not comparable* (shape, language or rule version differ).
- Under 4 points there is no trend line; under 50 questions a figure is exploratory; under 5 runs a month its
  comparison is warned about; stability needs 20 transitions.
`;

/** The last lines are what `npm run bench:truth` printed. */
const truth = `## How far the verdicts can be trusted

\`npm run bench:truth\` puts answers of which it is known what differs between their markets through whole comparisons,
from one seed: eight brands, ten domains, three sentences an answer, half of the markets unlike the other half.
*Headline* and *Its row* are shares of the trials that found the difference (with nothing to find, false alarms);
*false* brands and domains are the mean share of wrong ones among those called significant, false cells and sections
the share of trials with any. 200 trials each (a standard error of 0.035 at most), 20 of 50 × 10 (0.11). A short form runs with the tests and fails outside its bounds.

| Markets × repeats | Differs | Headline | Its row | False brands | False domains | False cells | False sections |
|---|---|---|---|---|---|---|---|
| 2 × 4 | nothing | 0.04 | – | 0.01 | 0.01 | 0.01 | 0.00 |
| 2 × 4 | one brand by 0.4 | 0.07 | 0.00 | 0.01 | 0.01 | – | – |
| 2 × 4 | one brand by 0.8 | 0.09 | 0.09 | 0.01 | 0.01 | – | – |
| 2 × 4 | everything by 0.4 | 0.04 | 0.01 | 0.00 | 0.02 | – | – |
| 2 × 10 | nothing | 0.04 | – | 0.01 | 0.01 | 0.02 | 0.02 |
| 2 × 10 | one brand by 0.4 | 0.14 | 0.12 | 0.01 | 0.01 | – | – |
| 2 × 10 | one brand by 0.8 | 0.78 | 0.84 | 0.01 | 0.01 | – | – |
| 2 × 10 | everything by 0.4 | 0.27 | 0.10 | 0.01 | 0.02 | – | – |
| 4 × 3 | nothing | 0.06 | – | 0.00 | 0.01 | 0.00 | 0.00 |
| 4 × 3 | one brand by 0.4 | 0.09 | 0.04 | 0.01 | 0.03 | – | – |
| 4 × 3 | one brand by 0.8 | 0.23 | 0.24 | 0.01 | 0.01 | – | – |
| 4 × 3 | everything by 0.4 | 0.08 | 0.01 | 0.00 | 0.01 | – | – |
| 6 × 5 | nothing | 0.04 | – | 0.03 | 0.03 | 0.00 | 0.03 |
| 6 × 5 | one brand by 0.4 | 0.10 | 0.07 | 0.02 | 0.07 | – | – |
| 6 × 5 | one brand by 0.8 | 0.76 | 0.89 | 0.03 | 0.03 | – | – |
| 6 × 5 | everything by 0.4 | 0.18 | 0.10 | 0.01 | 0.02 | – | – |
| 12 × 3 | nothing | 0.05 | – | 0.02 | 0.02 | 0.00 | 0.04 |
| 12 × 3 | one brand by 0.4 | 0.10 | 0.04 | 0.03 | 0.03 | – | – |
| 12 × 3 | one brand by 0.8 | 0.73 | 0.74 | 0.03 | 0.04 | – | – |
| 12 × 3 | everything by 0.4 | 0.13 | 0.04 | 0.03 | 0.01 | – | – |
| 12 × 5 | nothing | 0.07 | – | 0.05 | 0.03 | 0.00 | 0.04 |
| 12 × 5 | one brand by 0.4 | 0.14 | 0.13 | 0.02 | 0.03 | – | – |
| 12 × 5 | one brand by 0.8 | 0.99 | 0.99 | 0.03 | 0.04 | – | – |
| 12 × 5 | everything by 0.4 | 0.27 | 0.14 | 0.02 | 0.03 | – | – |
| 50 × 10 | nothing | 0.05 | – | 0.05 | 0.00 | 0.00 | 0.00 |
| 50 × 10 | one brand by 0.4 | 1.00 | 1.00 | 0.00 | 0.05 | – | – |
| 50 × 10 | one brand by 0.8 | 1.00 | 1.00 | 0.03 | 0.15 | – | – |
| 50 × 10 | everything by 0.4 | 1.00 | 1.00 | 0.03 | 0.03 | – | – |

What Wilson's 95 % interval really covers, worked out exactly over shares a thousandth apart:

| n | Least coverage | Mean coverage |
|---|---|---|
| 3 | 0.828 | 0.956 |
| 4 | 0.832 | 0.956 |
| 5 | 0.833 | 0.955 |
| 10 | 0.842 | 0.954 |
| 20 | 0.852 | 0.953 |
| 50 | 0.861 | 0.952 |
| 100 | 0.905 | 0.951 |
`;

export function metricsDocument(): string {
  const parts = [introduction];
  for (const [group, title] of Object.entries(titles)) {
    parts.push(`## ${title}\n`);
    for (const metric of metrics.filter((entry) => entry.group === group)) {
      parts.push(
        [
          `### ${metric.name} (\`${metric.id}\`)\n`,
          `${metric.definition}\n`,
          '| | |',
          '|---|---|',
          `| Formula | ${escaped(metric.formula)} |`,
          `| Numerator | ${escaped(metric.numerator)} |`,
          `| Denominator | ${escaped(metric.denominator)} |`,
          `| Interval | ${metric.interval} |`,
          `| Rule version | ${metric.ruleVersion} |`,
          `| Source | ${escaped(metric.source)} |\n`,
        ].join('\n'),
      );
    }
  }
  parts.push(truth);
  return parts.join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('../../../docs/metrics.md', import.meta.url), metricsDocument());
}
