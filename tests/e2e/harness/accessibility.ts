import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

export type AccessibilityProblem = {
  readonly rule: string;
  readonly impact: string | null | undefined;
  readonly help: string;
  /** The first elements it was found on, as selectors. */
  readonly where: readonly string[];
};

/** What axe finds wrong with the page as it stands, by the rules of WCAG 2.2 AA and good practice; and misplaced heads. */
export async function accessibilityProblems(page: Page): Promise<readonly AccessibilityProblem[]> {
  // Legacy mode runs in the page itself: the other one opens a page of its own, which the window refuses.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    // Every rule looks at everything; of what passes it would describe each element, in megabytes that nobody reads.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const found = violations.map(({ id, impact, help, nodes }) => ({
    rule: id,
    impact,
    help,
    where: nodes.slice(0, 3).map(({ target }) => target.join(' ')),
  }));
  const where = await misplacedHeads(page);
  const problem = {
    rule: 'column-head-alignment',
    impact: 'minor',
    help: 'A heading stands at the side of its figures',
  };
  return where.length === 0 ? found : [...found, { ...problem, where }];
}

/** The headings at the start of columns whose cells stand at the end. */
const misplacedHeads = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => {
  const sideOf = (element) => {
    const { textAlign, direction } = getComputedStyle(element);
    const physical = direction === 'rtl' ? { left: 'end', right: 'start' } : { left: 'start', right: 'end' };
    return physical[textAlign] ?? textAlign;
  };
  return [...document.querySelectorAll('table')].flatMap((table) => {
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
    const cells = [...(table.tBodies[0]?.rows[0]?.cells ?? [])];
    if (heads.length !== cells.length || table.tHead.rows.length !== 1) return [];
    return heads
      .filter((head, at) => head.textContent.trim() !== '' && sideOf(cells[at]) === 'end' && sideOf(head.querySelector('button') ?? head) === 'start')
      .map((head) => (table.caption?.textContent ?? 'table') + ': ' + head.textContent);
  });
})()`);
