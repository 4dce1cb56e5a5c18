/**
 * Answers with the alignment a careful person would make, written into them: `{tag}` opens every block, the
 * same tag in two columns means the two say the same thing, `{tag!}` that the block moved against the first
 * column. `⟦id:words⟧` marks a mention of a brand. Tags and marks are taken out before anything is analysed.
 */
import { parseAnswer } from '#shared/analysis/blocks.ts';
import type { BrandRule } from '#shared/analysis/model.ts';

export interface GoldenCase {
  readonly name: string;
  readonly brands: readonly BrandRule[];
  readonly columns: readonly (readonly [label: string, tagged: string])[];
  /** Where more than one smallest set of moves explains the order: any of them is right. */
  readonly moves?: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Answers without Markdown. */
  readonly plain?: boolean;
}

export interface GoldenColumn {
  readonly label: string;
  readonly text: string;
  /** Tag of every block, in reading order. */
  readonly tags: readonly string[];
  readonly moved: ReadonlySet<string>;
  /** `brand@tag` as often as the brand is named in that block. */
  readonly mentions: readonly string[];
}

const TAG = /\{([a-z0-9]+)(!?)\}/;

export function readCase(golden: GoldenCase): readonly GoldenColumn[] {
  return golden.columns.map(([label, tagged]) => {
    const trimmed = tagged.trim();
    const parse = (text: string) => parseAnswer(text, golden.plain === true ? null : text);
    const moved = new Set<string>();
    const tags: string[] = [];
    const mentions: string[] = [];
    for (const block of parse(trimmed)) {
      const tag = TAG.exec(block.text);
      if (tag === null) throw new Error(`${golden.name} ${label}: no tag in "${block.text}"`);
      const name = tag[1] ?? '';
      if (tags.includes(name)) throw new Error(`${golden.name} ${label}: tag ${name} twice`);
      tags.push(name);
      if (tag[2] === '!') moved.add(name);
      for (const mention of block.text.matchAll(/⟦(\w+):/g)) mentions.push(`${mention[1]}@${name}`);
    }
    const text = trimmed.replace(new RegExp(TAG, 'g'), '').replace(/⟦\w+:([^⟧]*)⟧/g, '$1');
    if (parse(text).length !== tags.length)
      throw new Error(`${golden.name} ${label}: tags change how it is read`);
    return { label, text, tags, moved, mentions };
  });
}

export function brand(id: string, name: string, ...aliases: readonly string[]): BrandRule {
  return { id, name, kind: 'competitor', aliases: aliases.map((text) => ({ text })), domains: [] };
}
