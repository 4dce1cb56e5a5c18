/**
 * Answers with the alignment a careful person would make, written into them: `{tag}` opens every block, the
 * same tag in two columns means the two say the same thing, `{tag!}` that the block moved against the first
 * column. `⟦id:words⟧` marks a mention of a brand. Tags and marks are taken out before anything is analysed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { BrandRule } from '#shared/model/comparison/samples.ts';
import { hash53 } from '#shared/text/contentHash.ts';
import { parseAnswer } from '#shared/text/markdown/blocks.ts';

export type GoldenCase = {
  readonly name: string;
  readonly brands: readonly BrandRule[];
  readonly columns: readonly (readonly [label: string, tagged: string])[];
  /** Where more than one smallest set of moves explains the order: any of them is right. */
  readonly moves?: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Answers without Markdown. */
  readonly plain?: boolean;
};

export type GoldenColumn = {
  readonly label: string;
  readonly text: string;
  /** Tag of every block, in reading order. */
  readonly tags: readonly string[];
  readonly moved: ReadonlySet<string>;
  /** `brand@tag` as often as the brand is named in that block. */
  readonly mentions: readonly string[];
};

const markTag = /\{([a-z0-9]+)(!?)\}/;

export function readCase(golden: GoldenCase): readonly GoldenColumn[] {
  return golden.columns.map(([label, tagged]) => {
    const trimmed = tagged.trim();
    const parse = (text: string) => parseAnswer(text, golden.plain === true ? null : text).blocks;
    const moved = new Set<string>();
    const tags: string[] = [];
    const mentions: string[] = [];
    for (const block of parse(trimmed)) {
      const tag = markTag.exec(block.text);
      if (tag === null) throw new Error(`${golden.name} ${label}: no tag in "${block.text}"`);
      const name = tag[1] ?? '';
      if (tags.includes(name)) throw new Error(`${golden.name} ${label}: tag ${name} twice`);
      tags.push(name);
      if (tag[2] === '!') moved.add(name);
      for (const mention of block.text.matchAll(/⟦(\w+):/g)) mentions.push(`${mention[1]}@${name}`);
    }
    const text = trimmed.replace(new RegExp(markTag, 'g'), '').replace(/⟦\w+:([^⟧]*)⟧/g, '$1');
    if (parse(text).length !== tags.length)
      throw new Error(`${golden.name} ${label}: tags change how it is read`);
    return { label, text, tags, moved, mentions };
  });
}

export function brand(id: string, name: string, ...aliases: readonly string[]): BrandRule {
  return { id, name, kind: 'competitor', aliases: aliases.map((text) => ({ text })), domains: [] };
}

/**
 * The cases of `cases/*.txt`: `##### name` opens a case, `%% label` a column, `moves label: a b / c` names
 * the right sets of moves of a column (the second, without a label), `plain` says that the answers came
 * without Markdown.
 */
export function fileCases(): readonly GoldenCase[] {
  const folder = new URL('./cases/', import.meta.url);
  return readdirSync(folder)
    .sort()
    .flatMap((name) =>
      readFileSync(new URL(name, folder), 'utf8')
        .split(/^##### /m)
        .slice(1),
    )
    .map(readFileCase);
}

function readFileCase(written: string): GoldenCase {
  const [head = '', ...parts] = written.split(/^%% /m);
  const [name = '', ...settings] = head.trim().split('\n');
  const moves: Record<string, (readonly string[])[]> = {};
  const columns = parts.map((part): readonly [string, string] => {
    const label = part.slice(0, part.indexOf('\n')).trim();
    const text = part
      .slice(part.indexOf('\n') + 1)
      .replace(/^moves(?: (\S+))?: (.*)$/gm, (_line, column: string | undefined, sets: string) => {
        moves[column ?? label] = sets.split('/').map((set) => set.trim().split(' '));
        return '';
      });
    return [label, text];
  });
  return { name, brands: [], columns, moves, plain: settings.includes('plain') };
}

/** Half of the cases by their name, and all that were written after the rules: scored, but not looked at while these are changed. */
export function isHeldOut(golden: GoldenCase): boolean {
  return golden.name.startsWith('unseen ') || hash53(golden.name) % 2 === 1;
}
