/** Generates docs/metrics.md from the catalogue: `node tests/support/analysis/metricsDocument.ts`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { catalogue } from '#shared/figures/definitions/catalogue.ts';
import type { FigureGroup, FigurePlace } from '#shared/figures/definitions/figure.ts';
import { comparisonRuleVersion } from '#shared/model/comparison/comparison.ts';

const titles: Readonly<Record<FigureGroup, string>> = {
  presence: 'Presence',
  share: 'Share',
  prominence: 'Prominence',
  claims: 'Claims and tone',
  sources: 'Sources',
  comparing: 'Comparing markets and runs',
  noise: 'Significance',
  time: 'Over time',
  answers: 'Fan-out, shopping, ads, cost',
};

const places: Readonly<Record<FigurePlace, string>> = {
  comparison: 'comparison of a run',
  market: 'comparison of a run, by market',
  detail: 'detail of a figure',
  map: 'map',
  similarity: 'similarity',
  report: 'report',
  ranking: 'ranking',
  trend: 'trends',
  plan: 'plan run',
  project: 'project overview',
  quote: 'sample planner',
  verdict: 'verdicts',
};

const introduction = `# Metrics

Every figure that Parallax shows, with its formula and its denominator. Rule version **${comparisonRuleVersion}**: it is
incremented whenever a rule changes the meaning of a figure, and shown with every figure. No metric needs a language model.

Generated from the records in \`src/shared/figures/definitions/\` by \`node tests/support/analysis/metricsDocument.ts\`; a test fails if
it is out of date. Worked examples are in \`tests/unit/shared/figures/\`.

## Ground rules

- An observation is one question asked once of one engine in one market. It is **valid** if it is completed and has a
  non-empty answer. Failed, cancelled and pending observations never count as absence; they only lower coverage and
  success rate.
- Unknown values are excluded from n. A ratio with n = 0 is "no data", never 0.
- Answers are counted, not occurrences, unless the metric states otherwise. A URL counts once per answer.
- URLs are normalized: lower-case host without \`www.\`, no scheme, no trailing slash, no tracking parameters, no text
  fragment; other parameters are kept. Domains are registrable domains by the public suffix list; pages below an address
  that a brand or a correction lists (\`music.apple.com\`, \`nba.com/kings\`) count for the most specific one instead. A resolved redirect counts for
  its destination. The host of a redirect with an unknown destination is used neither to align blocks nor to detect brands.
- Brands are found by their names and aliases: whole words (by the rules of the script), the longest name first, never inside
  another word, a URL, a handle or an identifier. Case, width, accents, invisible characters, trade mark signs, and the spelling
  of spaces, hyphens and apostrophes do not matter. In Chinese, Japanese, Thai, Lao, Khmer and Burmese, words are found by
  \`Intl.Segmenter\`. Hebrew and Arabic prefixes, Korean particles, elided articles and endings after an apostrophe may be attached
  to a name. Listed brands are found first. Unlisted brands are searched only in the remaining text, and marked "Detected".
  Manual corrections (merged, split, accepted, dismissed, owner of a domain) are applied to the list in order. Each figure
  states the version of the brand rules.
- **Alignment**: headings that are equal and occur once in both answers are matched first. Two other blocks are matched by the
  first letters of their words, weighted by rarity, and by numbers (by value), model codes, links, brands and prices; across
  languages only by language-independent terms. Two leads with different names are never matched, nor are items of different
  parent items. The remaining blocks are matched in order under matched headings and items, also where there are no words to
  compare. Identical lines are matched in order. \`npm run golden\` evaluates the alignment on sets of answers aligned by hand,
  \`npm run golden -- --without each\` what each rule is worth.
- **Claims**: statements about brands as the analysis model rates them over the original answer (prompt
  \`resources/prompts/claims.json\`): brand, aspect of the project's list, tone, confidence and a quote. A statement whose quote is
  not a verbatim part of the answer (apart from white space, the shape of quotation marks and dashes, and formatting) is
  discarded and counted. A comparison shows the statements of one model and version of the prompt only. Manual corrections
  override the model.
- **Interval**: Wilson, 95 %. centre = (p + z²/2n) / (1 + z²/n), half-width = z/(1 + z²/n) × √(p(1 − p)/n + z²/4n²),
  z = 1.96. Only for rates over answers; shares of citations or mentions are not independent and have no interval. Averaged over
  all shares, it contains the true share in 95 of 100 cases, and in fewer for shares near 0 or 1 (table below).
- **Verdicts**: *Significant difference*, *No difference shown* (which does not mean that there is none), *Too few
  samples* (no outcome could have been significant), *Not comparable* (different response types, languages or rule versions).
- A trend line needs 4 points; a figure of fewer than 50 questions is exploratory; a comparison with fewer than 5 runs a month
  has a warning; stability needs 20 transitions.
`;

/** The tables are printed by `npm run bench:truth`. */
const truth = `## Reliability of the verdicts

\`npm run bench:truth\` compares generated answers with known differences between their markets, from one seed: eight brands,
ten domains, three sentences per answer; half of the markets differ from the other half. *Headline* and *Its row* are the shares
of trials that found the difference (false alarms if there is none). *False brands* and *False domains* are the mean share of
false ones among the significant ones; *False cells* and *False sections* are the shares of trials with any. 200 trials each (standard
error at most 0.035); of 50 × 10, 550 without difference, 150 with one brand by 0.8, 20 of the others (0.11). A short form is part of the tests and fails outside its limits.

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
| 50 × 10 | nothing | 0.04 | – | 0.05 | 0.04 | 0.01 | 0.05 |
| 50 × 10 | one brand by 0.4 | 1.00 | 1.00 | 0.00 | 0.05 | – | – |
| 50 × 10 | one brand by 0.8 | 1.00 | 1.00 | 0.05 | 0.06 | – | – |
| 50 × 10 | everything by 0.4 | 1.00 | 1.00 | 0.03 | 0.03 | – | – |

Actual coverage of the 95 % Wilson interval, computed exactly over shares in steps of 0.001:

| n | Minimum coverage | Mean coverage |
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
    for (const metric of catalogue.filter((entry) => entry.group === group)) {
      parts.push(
        [
          `### ${metric.label} (\`${metric.id}\`)\n`,
          `${metric.definition}\n`,
          '| | |',
          '|---|---|',
          `| Formula | ${escaped(metric.formula)} |`,
          `| Numerator | ${escaped(metric.numerator)} |`,
          `| Denominator | ${escaped(metric.denominator)} |`,
          `| Interval | ${metric.interval} |`,
          `| Shown in | ${metric.on.map((place) => places[place]).join(', ')} |`,
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
