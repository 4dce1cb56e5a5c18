/**
 * Questions in six languages with a hand-made translation of every block, and the fact that a block states otherwise.
 *
 * `##### name` opens a question and `%% market` an answer. A line is `tag original ⇒ translation`; the same tag in two
 * answers means the same statement, `tag!kind` that this answer contradicts the others in that fact. The market US
 * needs no translation.
 */
import { readFileSync } from 'node:fs';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import type { FactKind } from '#shared/model/comparison/answer.ts';
import { type ComparedTranslations, defaultOptions } from '#shared/model/comparison/samples.ts';
import { hash53 } from '#shared/text/contentHash.ts';
import { parseAnswer } from '#shared/text/markdown/blocks.ts';
import { blockId } from '#shared/text/markdown/parsedBlock.ts';
import { column, sample } from '#tests/support/analysis/columns.ts';

/** `faithful`: as written. `rough`: with the faults of small models. `none`: the originals alone. */
const qualities = ['none', 'faithful', 'rough'] as const;
type Quality = (typeof qualities)[number];

type Line = {
  readonly tag: string;
  readonly differs: FactKind | null;
  readonly original: string;
  readonly translation: string | null;
};
type VerdictCase = {
  readonly name: string;
  readonly answers: readonly { readonly market: string; readonly lines: readonly Line[] }[];
};

export function verdictCases(): readonly VerdictCase[] {
  return readFileSync(new URL('./verdicts/questions.txt', import.meta.url), 'utf8')
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
  const [, tag = '', differs, rest = ''] = /^(\w+)(?:!(\w+))? (.*)$/.exec(line) ?? [];
  const [original = '', translation = null] = rest.split(' ⇒ ');
  return { tag, differs: (differs as FactKind | undefined) ?? null, original, translation };
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

function translationsOf(golden: VerdictCase, quality: Quality): ComparedTranslations | null {
  if (quality === 'none') return null;
  const blocks: Record<string, ComparedTranslations['blocks'][string]> = {};
  for (const { lines } of golden.answers) {
    for (const { original, translation } of lines) {
      const [block] = parseAnswer(original, original).blocks;
      if (block === undefined || translation === null) continue;
      const text = quality === 'rough' ? roughened(translation, hash53(original)) : translation;
      if (text === null) continue;
      const lead = block.spans.find(({ kind }) => kind === 'strong');
      const end = lead === undefined ? -1 : text.indexOf(':');
      blocks[blockId('answer', block)] = {
        text,
        spans: end > 0 ? [{ kind: 'strong', start: 0, end }] : [],
      };
    }
  }
  return { read: [], target: 'en', blocks };
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
      golden.answers.map(({ market, lines }) =>
        column(
          market,
          sample(
            lines
              .map(({ original }) => original)
              .join('\n\n')
              .replace(/\n\n(?=- |\d\. )/g, '\n'),
          ),
        ),
      ),
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
        total.right += lines.slice(at + 1).filter(({ line }) => line.tag === one.line.tag).length;
        const texts = one.verdict.facts.map(({ kind, here, there }) => `${kind} ${here} | ${there}`);
        verdicts.set(`${one.at} ${one.line.tag}`, one.verdict.kind === 'fact' ? texts.join('; ') : '');
      });
    }
    golden.answers.forEach(({ market, lines }, at) => {
      for (const { tag, differs } of lines) {
        total.expected += golden.answers
          .slice(at + 1)
          .filter((other) => other.lines.some((line) => line.tag === tag)).length;
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
      `  ${quality.padEnd(9)} F1 ${((2 * right) / (found + expected)).toFixed(3)}  recall ${(right / expected).toFixed(3)}  ` +
        `same shown as different ${percent(calledDifferent, same)} of ${same}  ` +
        `found: ${kinds.map(([kind, each]) => `${kind} ${each.found}/${each.all}`).join(', ')}`,
    );
    if (mistakes) for (const each of wrong) console.log(`    ${each}`);
  }
}
