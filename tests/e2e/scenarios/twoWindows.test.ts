import { expect, it } from 'vitest';
import { describeInBrowser } from '../harness/hosts.ts';
import { ask, goTo, untilAnswered } from '../harness/window.ts';

describeInBrowser('two processes with the same data', (stage) => {
  it('show the run of the other process in the list and while it is running', async () => {
    const [{ page: reading }, { page: asking }] = await Promise.all([stage().open(), stage().open()]);
    await goTo(reading, 'History');
    await ask(asking, { question: 'Which lock? [[sandbox latency=2500]]', markets: 'us' });
    const run = reading.getByRole('option', { name: /Which lock/ });
    await run.waitFor();
    await run.dblclick();
    await untilAnswered(asking, 1);
    await untilAnswered(reading, 1);
    expect(await reading.getByRole('alert').count()).toBe(0);
  });
});
