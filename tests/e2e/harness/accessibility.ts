import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { inTime } from '#tests/support/inTime.ts';

export type AccessibilityProblem = {
  readonly rule: string;
  readonly impact: string | null | undefined;
  readonly help: string;
  /** The first elements it was found on, as selectors. */
  readonly where: readonly string[];
};

/** The rules whose result depends on colours. */
const rulesOnColours = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong with the page as it stands, by the rules of WCAG 2.2 AA and good practice; and misplaced heads. */
export async function accessibilityProblems(page: Page): Promise<readonly AccessibilityProblem[]> {
  const axe = await axeIn(page);
  return found(
    axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']),
    await step('looking for misplaced heads', misplacedHeads(page)),
  );
}

/** The same in light and in dark. Where both differ in nothing but colours, dark is held to the rules on these. */
export async function problemsInEitherScheme(
  page: Page,
  seen: (colorScheme: 'light' | 'dark') => Promise<void>,
): Promise<Readonly<Record<'light' | 'dark', readonly AccessibilityProblem[]>>> {
  await step('emulating light', page.emulateMedia({ colorScheme: 'light' }));
  await seen('light');
  const light = await accessibilityProblems(page);
  const structure = await step('reading the structure', structureOf(page));
  await step('emulating dark', page.emulateMedia({ colorScheme: 'dark' }));
  await seen('dark');
  await step('waiting for colours', coloursSettled(page));
  const dark =
    (await structureOf(page)) === structure
      ? await found((await axeIn(page)).withRules(rulesOnColours), [])
      : await accessibilityProblems(page);
  return { light, dark };
}

/** One step of a look at a page takes a second or two. */
const step = <T>(what: string, work: Promise<T>): Promise<T> => inTime(what, work, 120_000);

async function axeIn(page: Page): Promise<AxeBuilder> {
  await step('waiting for colours', coloursSettled(page));
  // Half a megabyte of script: a page that knows it needs it no second time, except for the frames in it.
  const known = page.frames().length === 1 && (await page.evaluate(`'axe' in window`));
  return (
    new AxeBuilder({ page, ...(known ? { axeSource: ';' } : {}) })
      // Legacy mode runs in the page itself: the other one opens a page of its own, which the window refuses.
      .setLegacyMode(true)
      // Every rule looks at everything; of what passes it would describe each element, in megabytes that nobody reads.
      .options({ resultTypes: ['violations'] })
  );
}

/**
 * Resolves once no colour is on its way to another: half-way there contrast is that of no state of the page. The
 * browser may draw no frames for a while, in which case neither frames nor ends of transitions come; then the page is
 * looked at as it is.
 */
const coloursSettled = (page: Page): Promise<void> =>
  page.evaluate(`(async () => {
  const until = performance.now() + 10_000;
  const atMost = (work) => Promise.race([work, new Promise((resolve) => setTimeout(resolve, 1_000))]);
  while (performance.now() < until) {
    await atMost(new Promise(requestAnimationFrame));
    await atMost(new Promise(requestAnimationFrame));
    const changing = document.getAnimations().filter((each) => each instanceof CSSTransition);
    if (changing.length === 0) return;
    await atMost(Promise.allSettled(changing.map(({ finished }) => finished)));
  }
})()`);

/** Every element with its attributes, its text and the place that it takes; nothing of its colours. */
const structureOf = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
  const places = [...document.querySelectorAll('*')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const { visibility, opacity } = getComputedStyle(element);
    return [x, y, width, height, visibility, opacity].join(' ');
  });
  return document.body.outerHTML + places.join();
})()`);

async function found(axe: AxeBuilder, where: readonly string[]): Promise<readonly AccessibilityProblem[]> {
  const { violations } = await step('axe', axe.analyze());
  const problems = violations.map(({ id, impact, help, nodes }) => ({
    rule: id,
    impact,
    help,
    where: nodes.slice(0, 3).map(({ target }) => target.join(' ')),
  }));
  const problem = {
    rule: 'column-head-alignment',
    impact: 'minor',
    help: 'A heading stands at the side of its figures',
  };
  return where.length === 0 ? problems : [...problems, { ...problem, where }];
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
