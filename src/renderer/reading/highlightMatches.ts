import { foldCase } from './find.ts';

/** Maximum highlights, more than a screen can show. */
const most = 2000;

/**
 * Highlights the words in the area without changing the DOM, and updates as columns are rendered. Returns a function
 * that removes the highlights.
 * @param wanted folded, see `foldCase`
 */
export function highlightMatches(
  area: HTMLElement,
  wanted: string,
  onCounted: (matches: number) => void = () => undefined,
): () => void {
  if (wanted === '' || !('highlights' in CSS)) return () => undefined;
  const mark = (): void => {
    const ranges = rangesOf(area, wanted);
    CSS.highlights.set('found', new Highlight(...ranges));
    onCounted(ranges.length);
  };
  let frame = 0;
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(mark);
  });
  observer.observe(area, { childList: true, subtree: true, characterData: true });
  mark();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    CSS.highlights.delete('found');
  };
}

/** The matches in reading order, at most as many as are highlighted. */
export const matchesIn = (area: HTMLElement, wanted: string): readonly Range[] => rangesOf(area, wanted);

/** Marks the match that the user went to and scrolls it into view. */
export function currentMatch(range: Range | null): void {
  if (!('highlights' in CSS)) return;
  if (range === null) return void CSS.highlights.delete('found-current');
  const marked = new Highlight(range);
  marked.priority = 1;
  CSS.highlights.set('found-current', marked);
  range.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
}

/** Scrolls the first match in a column to the middle of the viewport, as soon as the column is rendered. */
export function showLabels(area: HTMLElement, column: string, wanted: string): void {
  let tries = 0;
  const attempt = (): void => {
    const element = area.querySelector<HTMLElement>(`[data-column="${CSS.escape(column)}"]`);
    const [first] = element ? rangesOf(element, wanted) : [];
    tries += 1;
    if (first) first.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
    else if (tries < 30) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}

/** A sentence may consist of several text nodes (bold words, differences), but never crosses blocks. */
const blocks = 'p, li, td, th, pre, h1, h2, h3, h4, h5, h6, .prose';

function rangesOf(area: HTMLElement, wanted: string): readonly Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT);
  let block: Element | null = null;
  let nodes: { readonly node: Node; readonly from: number }[] = [];
  let text = '';
  const search = (): void => {
    const folded = foldCase(text);
    for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
      const [start, end] = [at, at + wanted.length - 1].map((place) =>
        nodes.findLast(({ from }) => from <= place),
      );
      if (start === undefined || end === undefined) continue;
      const range = new Range();
      range.setStart(start.node, at - start.from);
      range.setEnd(end.node, at + wanted.length - end.from);
      ranges.push(range);
    }
    [nodes, text] = [[], ''];
  };
  for (let node = walker.nextNode(); node !== null && ranges.length < most; node = walker.nextNode()) {
    const around = node.parentElement?.closest(blocks) ?? node.parentElement;
    if (around !== block) search();
    block = around;
    nodes.push({ node, from: text.length });
    text += node.nodeValue ?? '';
  }
  search();
  return ranges;
}
