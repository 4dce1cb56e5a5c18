import { expect, it } from 'vitest';
import { createActivitySignals } from '#main/hosts/electron/activitySignals.ts';
import { closingQuestion } from '#main/hosts/electron/closingQuestion.ts';
import type { RunCounts, RunSummary } from '#shared/model/run.ts';

function stage(over: { readonly focused?: boolean; readonly wanted?: boolean } = {}) {
  const bars: (number | null)[] = [];
  const shown: string[] = [];
  const awake: boolean[] = [];
  const { hear, underWay } = createActivitySignals({
    setProgress: (share) => bars.push(share),
    keepAwake: (wanted) => awake.push(wanted),
    isFocused: () => over.focused ?? false,
    wantsNotifications: () => over.wanted ?? true,
    notifier: { show: ({ title, body, address }) => shown.push(`${title} | ${body} | ${address}`) },
  });
  let seq = 0;
  const changed = (id: string, state: RunSummary['state'], counts: Partial<RunCounts>): void => {
    const none = { total: 0, planned: 0, running: 0, completed: 0, failed: 0, cancelled: 0, unknown: 0 };
    const run: RunSummary = {
      id,
      question: 'Which lock?',
      engine: 'assistant-a',
      projectId: 'default',
      projectName: 'Default',
      connectionId: 'embedded',
      connectionName: 'Embedded',
      state,
      createdAtMs: 0,
      finishedAtMs: null,
      counts: { ...none, ...counts },
      creditsCharged: 10,
      samples: 1,
      markets: 1,
      strip: [],
      drivers: [],
    };
    seq += 1;
    hear({ name: 'run.changed', seq, payload: { run, cells: [] } });
  };
  const worked = (done: number | null): void => {
    seq += 1;
    const progress = done === null ? null : { what: 'Export', done, total: 200 };
    hear({ name: 'data.progress', seq, payload: { progress } });
  };
  return { bars, shown, awake, changed, underWay, worked };
}

it('the bar shows all runs in progress, and disappears when there are none; until then the machine stays awake', () => {
  const { bars, awake, changed } = stage();
  changed('a', 'running', { total: 4, planned: 4 });
  changed('a', 'running', { total: 4, planned: 1, running: 1, completed: 2 });
  changed('b', 'running', { total: 4, planned: 4 });
  changed('a', 'finished', { total: 4, completed: 4 });
  changed('b', 'cancelled', { total: 4, cancelled: 4 });
  expect(bars).toEqual([0, 0.5, 0.25, 0, null]);
  expect([awake[0], awake.at(-1), awake.indexOf(false)]).toEqual([true, false, awake.length - 1]);
});

it('the bar shows an export where no run is in progress', () => {
  const { bars, awake, changed, worked } = stage();
  worked(1);
  worked(50);
  worked(51);
  changed('a', 'running', { total: 4, planned: 2, completed: 2 });
  worked(100);
  changed('a', 'finished', { total: 4, completed: 4 });
  worked(null);
  expect(bars).toEqual([0, 0.25, 0.5, null]);
  expect(awake.at(-1)).toBe(false);
});

it('a run that ends unseen is notified once, with a link to its answers', () => {
  const { shown, changed } = stage();
  changed('a', 'running', { total: 2, planned: 2 });
  changed('a', 'finished', { total: 2, completed: 1, failed: 1 });
  changed('a', 'finished', { total: 2, completed: 1, failed: 1 });
  expect(shown).toEqual(['Which lock? | Finished: 1 of 2 completed, 10 credits | #/run/a']);
});

it.each([{ focused: true }, { wanted: false }])(
  'no notification while the window is focused or if turned off: %o',
  (over) => {
    const { shown, changed } = stage(over);
    changed('a', 'running', { total: 1, planned: 1 });
    changed('a', 'finished', { total: 1, completed: 1 });
    expect(shown).toEqual([]);
  },
);

it('whoever closes the program is told what runs, what goes on and what waits', () => {
  const { underWay, changed, worked } = stage();
  expect(closingQuestion(underWay())).toBeNull();
  changed('a', 'running', { total: 40, planned: 20, running: 6, completed: 14 });
  changed('b', 'running', { total: 2, planned: 2 });
  expect(closingQuestion(underWay())).toEqual({
    message: '2 runs are in progress: 14 of 42 answers received.',
    detail: expect.stringMatching(
      /^Everything received is stored. 6 requests were sent and have three.*waits: resume/,
    ),
  });
  changed('a', 'finished', { total: 40, completed: 40 });
  worked(20);
  expect(closingQuestion(underWay())?.detail).toMatch(
    /resume it in the history\. Quitting cancels the work on the data/,
  );
  changed('b', 'cancelled', { total: 2, cancelled: 2 });
  expect(closingQuestion(underWay())).toEqual({
    message: 'Work on the data is in progress: Export.',
    detail: 'Quitting cancels the work on the data: nothing is changed, and no file is written.',
  });
  worked(null);
  expect(closingQuestion(underWay())).toBeNull();
});
