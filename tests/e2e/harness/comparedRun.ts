import type { Page } from 'playwright-core';

/** Goes to a run by its address, as somebody who was sent the link. */
export async function readRun(page: Page, runId: string, query: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/run/${runId}?${query}`)}`);
}
