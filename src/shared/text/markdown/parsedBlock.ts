import type { ComparedBlock } from '../../model/comparison/comparison.ts';
import type { Section } from '../../model/comparison/samples.ts';
import { shortHash } from '../contentHash.ts';

/** A parsed block before it is assigned to an answer. */
export type ParsedBlock = Pick<
  ComparedBlock,
  'kind' | 'text' | 'spans' | 'marks' | 'level' | 'depth' | 'ordered' | 'header' | 'href'
> & {
  /** Rank in its list or table, from 1; null outside. */
  readonly listRank: number | null;
  /** Number shared by the items of a list or the rows of a table; 0 outside. */
  readonly list: number;
};

/** Default values of a block: no heading, no list, no URL, no formatting. */
export const plainBlock = {
  spans: [],
  marks: [],
  level: 0,
  depth: 0,
  ordered: false,
  header: false,
  listRank: null,
  list: 0,
  href: null,
} as const;

/** Fast check before `lead`: takes a tenth of the time for most texts. */
const mayLead = /[:：–—]|\s-\s/;
const lead = /^[^:：–—\n]{1,60}?(?=\s*[:：–—]|\s+-\s)/;

/** Length of the head: the leading part of the text that states the subject of the block; 0 if there is none. */
export function headOf(block: ParsedBlock): number {
  switch (block.kind) {
    case 'heading':
      return block.text.length;
    case 'product':
    case 'result': {
      const line = block.text.indexOf('\n');
      return line === -1 ? block.text.length : line;
    }
    case 'table-row': {
      const cell = block.text.indexOf(' | ');
      return cell === -1 ? block.text.length : cell;
    }
    case 'list-item':
    case 'paragraph': {
      const strong = block.spans.find(
        ({ kind, start }) => (kind === 'strong' || kind === 'link') && start <= 2,
      );
      if (strong !== undefined && strong.end < 80) return strong.end;
      return block.kind === 'list-item' && mayLead.test(block.text)
        ? (lead.exec(block.text)?.[0].length ?? 0)
        : 0;
    }
    default:
      return 0;
  }
}

/** Id of a block in every comparison: equal blocks have equal ids. */
export function blockId(section: Section, block: Pick<ParsedBlock, 'kind' | 'level' | 'text'>): string {
  return shortHash(block.kind, '\0', section, '\0', String(block.level), '\0', block.text);
}
