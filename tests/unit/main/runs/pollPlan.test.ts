import { describe, expect, it } from 'vitest';
import { maxOutstanding, nextPollMs, pollsPerSecond, tasksToAsk } from '#main/runs/pollPlan.ts';

describe('what to ask about', () => {
  it('nothing while the queue still contains all of ours, except the front now and then', () => {
    const look = { queued: 90, processing: 10 };
    expect(tasksToAsk(100, look, 1)).toBe(0);
    expect(tasksToAsk(100, look, 4)).toBe(10);
  });

  it('covers every task that can have ended: those that left the queue, and those that run', () => {
    expect(tasksToAsk(100, { queued: 60, processing: 10 }, 1)).toBe(40);
  });

  it('continues polling when others fill the queue and nothing is certain', () => {
    expect(tasksToAsk(100, { queued: 5_000, processing: 75 }, 8)).toBe(75);
  });

  it('queries all, in batches, if the service does not report the queue', () => {
    expect(tasksToAsk(80, null, 1)).toBe(80);
    expect(tasksToAsk(8_000, null, 1)).toBe(500);
  });
});

it('waits longer while nothing ends, up to five seconds, and half as long once something does', () => {
  let ms = 250;
  for (let look = 0; look < 100; look += 1) ms = nextPollMs(ms, 0);
  expect(ms).toBe(5_000);
  expect(nextPollMs(ms, 3)).toBe(2_500);
  expect(nextPollMs(300, 3)).toBe(250);
});

it('leaves three quarters of the rate to others, and knows how much to have at the service', () => {
  expect(pollsPerSecond(1_000)).toBe(250);
  expect(pollsPerSecond(null)).toBe(25);
  expect(pollsPerSecond(8)).toBe(5);
  expect(maxOutstanding(10)).toBe(1_000);
  expect(maxOutstanding(255)).toBe(2_040);
});
