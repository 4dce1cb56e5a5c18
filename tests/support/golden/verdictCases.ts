/**
 * Questions in six languages with a hand-made translation of every block, and the fact that a block states otherwise.
 *
 * `##### name` opens a question and `%% market` an answer. A line is `tag original ⇒ faithful ⇒ rough`; the same tag in
 * two answers means the same statement, `tag+tag` a block that says what others say in two, and `tag!kind` that this
 * answer contradicts the others in that fact. The market US needs no translation. Without a rough translation the
 * faithful one is roughened.
 */
import { readFileSync } from 'node:fs';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import type { FactKind } from '#shared/model/comparison/answer.ts';
import { type ComparedTranslations, defaultOptions } from '#shared/model/comparison/samples.ts';
import { hash53 } from '#shared/text/contentHash.ts';
import { parseAnswer } from '#shared/text/markdown/blocks.ts';
import { blockId } from '#shared/text/markdown/parsedBlock.ts';
import { prepareAnswer } from '#shared/translation/answerTranslation.ts';
import { translationProblem } from '#shared/translation/blockChecks.ts';
import { column, sample } from '#tests/support/analysis/columns.ts';

/**
 * `faithful`: as written. `rough`: with the faults of small models. `checked`: the same, where a block that lost a
 * number or a name is refused as it is in use, and compared in the original. `none`: the originals alone.
 */
const qualities = ['none', 'faithful', 'rough', 'checked'] as const;
type Quality = (typeof qualities)[number];

type Line = {
  readonly tags: readonly string[];
  readonly differs: FactKind | null;
  readonly original: string;
  readonly faithful: string | null;
  readonly rough: string | null;
};
type Answer = { readonly market: string; readonly lines: readonly Line[] };
type VerdictCase = { readonly name: string; readonly answers: readonly Answer[] };

/** @param file `questions`: answers that have the same blocks in every market. `unseen`: of other shapes. */
export function verdictCases(file: 'questions' | 'unseen' = 'questions'): readonly VerdictCase[] {
  return readFileSync(new URL(`./verdicts/${file}.txt`, import.meta.url), 'utf8')
    .split(/^##### /m)
    .slice(1)
    .map((written) => {
      const [name = '', ...answers] = written.split(/^%% /m);
      return {
        name: name.trim(),
        answers: answers.map((answer) => {
          const [market = '', ...lines] = answer.trim().split('\n');
          return { market, lines: lines.map(readLine) };
        }),
      };
    });
}

function readLine(line: string): Line {
  const [, tags = '', differs, rest = ''] = /^([\w+]+)(?:!(\w+))? (.*)$/.exec(line) ?? [];
  const [original = '', faithful = null, rough] = rest.split(' ⇒ ');
  return {
    tags: tags.split('+'),
    differs: (differs as FactKind | undefined) ?? null,
    original: original.trimEnd(),
    faithful,
    rough: faithful === null ? null : (rough ?? roughened(faithful, hash53(original))),
  };
}

/** Half of the questions, by name: scored, but not looked at while the rules are changed. */
export function isHeldOutCase({ name }: VerdictCase): boolean {
  return hash53(name) % 2 === 1;
}

/**
 * What small models do to a translation, the same on every call: other words, no articles, two sentences as one, and a
 * dropped negation in one of eight blocks that have one. A changed number or a lost name is not among them: such a
 * block is refused when it is translated and compared in the original, which `null` stands for (one block of twelve).
 */
function roughened(text: string, seed: number): string | null {
  if (seed % 12 === 5) return null;
  let out = text
    .replace(/\b(?:the|a|an) /gi, '')
    .replace(/\. (?=\p{Lu})/gu, ' and ')
    .replace(/\b(?:costs|price is)\b/g, 'is priced at')
    .replace(/\brecommend\b/g, 'advise')
    .replace(/\b(?:runs|works)\b/g, 'operates')
    .replace(/\bwarranty\b/g, 'guarantee')
    .replace(/\bweighs\b/g, 'has a weight of');
  if (seed % 8 === 3) out = out.replace(/\b(?:do|does|is|are) not /, '').replace(/\bcannot\b/, 'can');
  return out;
}

/** The answer as Markdown: list items and table rows without blank lines between them. */
function markdownOf({ lines }: Answer): string {
  const listed = /^\s*(?:[-*] |\d\. |\|)/;
  return lines
    .map(({ original }, at) => {
      const before = lines[at - 1]?.original ?? '';
      const isFirstRow = original.startsWith('|') && !before.startsWith('|');
      const border = isFirstRow ? `\n|${'---|'.repeat(original.split('|').length - 2)}` : '';
      return `${at === 0 ? '' : listed.test(original) && listed.test(before) ? '\n' : '\n\n'}${original}${border}`;
    })
    .join('');
}

function translationsOf(golden: VerdictCase, quality: Quality): ComparedTranslations | null {
  if (quality === 'none') return null;
  const blocks: Record<string, ComparedTranslations['blocks'][string]> = {};
  for (const answer of golden.answers) {
    const markdown = markdownOf(answer);
    const accepts = quality === 'checked' ? acceptedIn(answer.market, markdown) : () => true;
    parseAnswer(markdown, markdown).blocks.forEach((block, at) => {
      const line = answer.lines[at];
      const text = quality === 'faithful' ? line?.faithful : line?.rough;
      const id = blockId('answer', block);
      if (text === undefined || text === null || !accepts(id, text)) return;
      const lead = block.spans.find(({ kind, start }) => kind === 'strong' && start === 0);
      const end = lead === undefined ? -1 : text.search(/:| \|/);
      blocks[id] = { text, spans: end > 0 ? [{ kind: 'strong', start: 0, end }] : [] };
    });
  }
  return { read: [], target: 'en', blocks };
}

/** Whether the translation of a block is stored, or refused for what it lost. */
function acceptedIn(market: string, markdown: string): (id: string, text: string) => boolean {
  const prepared = prepareAnswer(sample(markdown), market, 'en', defaultOptions.brands);
  return (id, text) => {
    const found = prepared.blocks.find(({ block }) => block.id === id);
    if (found === undefined) return true;
    const { language, country } = found.rules;
    const names = found.segments.flatMap((segment) => segment.names);
    return (
      translationProblem(
        { text: found.block.text, language, country, names },
        { text, language: 'en', country: '' },
        prepared.matcher,
      ) === null
    );
  };
}

type VerdictScore = {
  /** Pairs of blocks that say the same thing: right, found, expected. */
  readonly right: number;
  readonly found: number;
  readonly expected: number;
  /** Blocks that say what the row says, and of them those shown as a differing fact. */
  readonly same: number;
  readonly calledDifferent: number;
  /** Blocks that state a fact otherwise, by kind, and of them those where a differing fact is shown. */
  readonly facts: ReadonlyMap<FactKind, { readonly all: number; readonly found: number }>;
  /** Each wrong verdict, for reading. */
  readonly mistakes: readonly string[];
};

export function scoreVerdicts(cases: readonly VerdictCase[], quality: Quality): VerdictScore {
  const total = { right: 0, found: 0, expected: 0, same: 0, calledDifferent: 0 };
  const facts = new Map<FactKind, { all: number; found: number }>();
  const mistakes: string[] = [];
  for (const golden of cases) {
    const { answer } = compareObservations(
      golden.answers.map((each) => column(each.market, sample(markdownOf(each)))),
      { ...defaultOptions, translations: translationsOf(golden, quality) },
    );
    const verdicts = new Map<string, string>();
    for (const row of answer.rows) {
      const lines = row.cells.flatMap((cell, at) => {
        const line = cell === null ? undefined : golden.answers[at]?.lines[cell.order];
        return cell === null || line === undefined ? [] : [{ at, line, verdict: cell.verdict }];
      });
      total.found += (lines.length * (lines.length - 1)) / 2;
      lines.forEach((one, at) => {
        total.right += lines.slice(at + 1).filter(({ line }) => correspond(line, one.line)).length;
        const texts = one.verdict.facts.map(({ kind, here, there }) => `${kind} ${here} | ${there}`);
        verdicts.set(
          `${one.at} ${one.line.tags.join('+')}`,
          one.verdict.kind === 'fact' ? texts.join('; ') : '',
        );
      });
    }
    golden.answers.forEach(({ market, lines }, at) => {
      for (const other of golden.answers.slice(at + 1)) total.expected += expectedPairs(lines, other.lines);
      for (const { tags, differs } of lines) {
        const tag = tags.join('+');
        const shown = verdicts.get(`${at} ${tag}`) ?? '';
        if (differs === null) {
          total.same++;
          if (shown !== '') {
            total.calledDifferent++;
            mistakes.push(`${golden.name} ${market}:${tag} the same, shown as ${shown}`);
          }
          continue;
        }
        const entry = facts.get(differs) ?? { all: 0, found: 0 };
        facts.set(differs, { all: entry.all + 1, found: entry.found + (shown === '' ? 0 : 1) });
        if (shown === '') mistakes.push(`${golden.name} ${market}:${tag} ${differs} not found`);
      }
    });
  }
  return { ...total, facts, mistakes };
}

function correspond(one: Line, two: Line): boolean {
  return one.tags.some((tag) => two.tags.includes(tag));
}

/** Pairs that two answers can have: a block that says what two say is a pair with one of them. */
function expectedPairs(one: readonly Line[], two: readonly Line[]): number {
  const [here, there] = [one, two].map((lines) => {
    const others = lines === one ? two : one;
    return lines.filter((line) => others.some((other) => correspond(line, other))).length;
  });
  return Math.min(here ?? 0, there ?? 0);
}

/** Prints the table of one half. */
export function printVerdicts(cases: readonly VerdictCase[], mistakes: boolean): void {
  const percent = (part: number, of: number): string =>
    of === 0 ? '–' : `${Math.round((100 * part) / of)} %`;
  for (const quality of qualities) {
    const {
      right,
      found,
      expected,
      same,
      calledDifferent,
      facts,
      mistakes: wrong,
    } = scoreVerdicts(cases, quality);
    const kinds = [...facts].sort(([one], [two]) => (one < two ? -1 : 1));
    console.log(
      `  ${quality.padEnd(9)} F1 ${((2 * right) / (found + expected)).toFixed(3)}  precision ${(right / found).toFixed(3)}  recall ${(right / expected).toFixed(3)}  ` +
        `same shown as different ${percent(calledDifferent, same)} of ${same}  ` +
        `found: ${kinds.map(([kind, each]) => `${kind} ${each.found}/${each.all}`).join(', ')}`,
    );
    if (mistakes) for (const each of wrong) console.log(`    ${each}`);
  }
}
