/**
 * `npm run bench:scroll`: a stored run of 250 columns by about sixty aligned rows in consensus mode, scrolled by the
 * wheel in both directions. Frames are requestAnimationFrame deltas; the baseline is a bare static page of as much text,
 * scrolled the same way by the same browser just before. A renderer trace says which tasks were long. `--quick` scrolls
 * for a shorter time.
 */

import { byForm, endWith } from './form.ts';
import { type Frames, framesDuring, wheel } from './frames.ts';
import { openMeasuredWindow } from './measuredWindow.ts';
import { fillHistory } from './scrollHistory.ts';
import { milliseconds, printTable, times } from './startupTable.ts';

const secondsEach = byForm({ full: 4, quick: 2, smoke: 0.2 });

type TraceEvent = { readonly name: string; readonly dur?: number; readonly ph: string };

/** Plain paragraphs in plain columns, with nothing that listens: what this browser on this machine can do at best. */
const barePage = `<!doctype html><style>body{margin:0;font:15px/24px system-ui}div{display:flex;width:90000px}p{width:340px;margin:8px}</style>${Array.from(
  { length: 60 },
  () =>
    `<div>${'<p>The lock is strong and light for daily rides in the city because steel plates fold flat on a frame while cheap cable locks fail in seconds when thieves bring tools.</p>'.repeat(250)}</div>`,
).join('')}`;

let runId = '';
const window = await openMeasuredWindow(async (folder) => {
  runId = await fillHistory(folder, byForm({ full: 250, quick: 250, smoke: 20 }));
});
let met = false;
try {
  const { page, browser } = window;
  page.setDefaultTimeout(30_000);
  const bare = await page.context().newPage();
  await bare.setContent(barePage);
  await bare.mouse.move(600, 400);
  const bareDown = await framesDuring(bare, () => wheel(bare, 0, 120, secondsEach));
  const bareAcross = await framesDuring(bare, () => wheel(bare, 160, 0, secondsEach));
  await bare.close();
  await page.evaluate(`location.hash = '#/run/${runId}?mode=consensus'`);
  const grid = page.getByRole('grid', { name: 'Aligned answers' });
  await grid.getByRole('gridcell').first().waitFor({ timeout: 60_000 });
  const rows = Number(await grid.getAttribute('aria-rowcount')) - 1;
  const columns = Number(await grid.getAttribute('aria-colcount')) - 1;
  const box = await page.getByRole('region', { name: 'Answers by section' }).boundingBox();
  if (box === null) throw new Error('The aligned grid has no place on the screen.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await window.longTasks();

  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'v8'] });
  await window.longTasks();
  const down = await framesDuring(page, () => wheel(page, 0, 120, secondsEach));
  const across = await framesDuring(page, () => wheel(page, 160, 0, secondsEach));
  const tasks = await window.longTasks();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: TraceEvent[];
  };
  const spent = (name: string) =>
    trace.traceEvents.reduce(
      (most, event) => (event.name === name ? Math.max(most, event.dur ?? 0) : most),
      0,
    ) / 1000;
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, totalSize } = await session.send('Runtime.getHeapUsage');
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
  const beside = (frames: Frames, plain: Frames) => [
    {
      value: milliseconds(frames.p95),
      baseline: `bare page ${milliseconds(plain.p95)}`,
      ratio: times(frames.p95, plain.p95),
      target: '20 ms',
      met: frames.p95 < 20,
    },
    {
      value: milliseconds(frames.max),
      baseline: `bare page ${milliseconds(plain.max)}`,
      ratio: times(frames.max, plain.max),
      target: '50 ms',
      met: frames.max <= 50,
    },
  ];
  const [downP95, downMax] = beside(down, bareDown);
  const [acrossP95, acrossMax] = beside(across, bareAcross);
  met = printTable(`scrolling ${columns} columns by ${rows} rows, consensus`, [
    { figure: `down and up, 95th percentile of ${down.count} frames`, value: '', ...downP95 },
    { figure: `down and up, longest (${down.over50} over 50 ms)`, value: '', ...downMax },
    { figure: `across, 95th percentile of ${across.count} frames`, value: '', ...acrossP95 },
    { figure: `across, longest (${across.over50} over 50 ms)`, value: '', ...acrossMax },
    { figure: `longest renderer task (${tasks.count} over 50 ms)`, value: milliseconds(tasks.longest) },
    {
      figure: 'of the trace: longest script, style, layout, paint',
      value: ['FunctionCall', 'UpdateLayoutTree', 'Layout', 'Paint']
        .map((name) => spent(name).toFixed(0))
        .join('/'),
      baseline: 'ms',
    },
    {
      figure: 'JavaScript heap of the window after scrolling',
      value: megabytes(usedSize),
      baseline: `${megabytes(totalSize)} reserved`,
      target: '400 MB',
      met: usedSize < 400 * 1024 * 1024,
    },
  ]);
} finally {
  await window.close();
}
endWith(met);
