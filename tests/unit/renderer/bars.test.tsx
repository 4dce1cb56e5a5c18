import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ProgressRing } from '#renderer/ui/ProgressRing.tsx';
import { VisibilityBar } from '#renderer/ui/VisibilityBar.tsx';

const bar = (named: number) =>
  renderToStaticMarkup(
    <VisibilityBar rate={{ numerator: named, denominator: 2, value: named / 2, low: 0.1, high: 0.9 }} />,
  );

it.each([0, 1, 2])('fills a bar to the share of %i of 2, however wide its interval is', (named) => {
  const [filled, interval] = [...bar(named).matchAll(/width:([\d.]+)%/g)].map(([, width]) => Number(width));
  expect(filled).toBe(named * 50);
  expect(interval).toBeCloseTo(80);
});

it('says a share as a percentage, its count and its interval', () => {
  expect(
    bar(1)
      .replace(/<[^>]*>/g, ' ')
      .split(/\s+/)
      .filter(Boolean)
      .join(' '),
  ).toBe('50 % 1 of 2 10 to 90 %');
});

it('draws nothing of a ring where nothing is done', () => {
  const arcs = (share: number) =>
    renderToStaticMarkup(<ProgressRing share={share} />).split('<circle').length - 1;
  expect([0, 0.01, 1].map(arcs)).toEqual([1, 2, 2]);
});
