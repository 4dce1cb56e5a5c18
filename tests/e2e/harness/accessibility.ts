import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

export type AccessibilityProblem = {
  readonly rule: string;
  readonly impact: string | null | undefined;
  readonly help: string;
  /** The first elements it was found on, as selectors. */
  readonly where: readonly string[];
};

/** What axe finds wrong with the page as it stands, by the rules of WCAG 2.2 AA and good practice. */
export async function accessibilityProblems(page: Page): Promise<readonly AccessibilityProblem[]> {
  // Legacy mode runs in the page itself: the other one opens a page of its own, which the window refuses.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map(({ id, impact, help, nodes }) => ({
    rule: id,
    impact,
    help,
    where: nodes.slice(0, 3).map(({ target }) => target.join(' ')),
  }));
}
