/** Parses an answer without Markdown by its lines, list marks and blank lines. */
import { type ParsedBlock, plainBlock } from './parsedBlock.ts';

const bulletPattern = /^(\s*)[•‣▪◦·*–—-]\s+(?=\S)/;
const numberPattern = /^(\s*)(\d{1,3})[.)、．]\s*(?=\S)/;
const hashes = /^(#{1,6})\s+(?=\S)/;

/** Consecutive lines with a length in this range are one paragraph that was wrapped for a terminal. */
const wrappedLeast = 55;
const wrappedMost = 110;

/** Blocks of a text in reading order. */
export function parsePlainText(text: string): ParsedBlock[] {
  const blocks: ParsedBlock[] = [];
  let list = 0;
  let rank = 0;
  let inList = false;
  for (const paragraph of text.replace(/\r\n?/g, '\n').split(/\n\s*\n/)) {
    for (const line of unwrapped(paragraph.split('\n').filter((candidate) => candidate.trim() !== ''))) {
      const item = itemOf(line);
      if (item !== null) {
        if (!inList || (item.number === 1 && rank >= 1)) {
          list++;
          rank = 0;
        }
        inList = true;
        rank = item.number ?? rank + 1;
        blocks.push({
          ...plainBlock,
          kind: 'list-item',
          text: item.text,
          depth: item.depth,
          ordered: item.number !== null,
          listRank: rank,
          list,
        });
        continue;
      }
      inList = false;
      const heading = hashes.exec(line);
      if (heading !== null) {
        blocks.push({
          ...plainBlock,
          kind: 'heading',
          text: line.slice(heading[0].length).trim(),
          level: (heading[1] ?? '').length,
        });
      } else blocks.push({ ...plainBlock, kind: 'paragraph', text: line.trim() });
    }
  }
  return blocks;
}

function itemOf(
  line: string,
): { readonly text: string; readonly depth: number; readonly number: number | null } | null {
  const bullet = bulletPattern.exec(line);
  if (bullet !== null)
    return { text: line.slice(bullet[0].length).trim(), depth: depthOf(bullet[1] ?? ''), number: null };
  const numbered = numberPattern.exec(line);
  if (numbered === null) return null;
  return {
    text: line.slice(numbered[0].length).trim(),
    depth: depthOf(numbered[1] ?? ''),
    number: Number(numbered[2]),
  };
}

function depthOf(indent: string): number {
  return Math.min(3, Math.floor(indent.replace(/\t/g, '    ').length / 2));
}

function unwrapped(lines: readonly string[]): readonly string[] {
  if (lines.length < 2) return lines;
  const wrapped = lines
    .slice(0, -1)
    .every(
      (line) =>
        line.length >= wrappedLeast &&
        line.length <= wrappedMost &&
        itemOf(line) === null &&
        !/[.!?。:]$/.test(line.trim()),
    );
  return wrapped ? [lines.map((line) => line.trim()).join(' ')] : lines;
}
