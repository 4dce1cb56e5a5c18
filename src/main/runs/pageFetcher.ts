import type { ServiceClient } from '../client/serviceClient.ts';
import type { CoreParts } from '../coreParts.ts';

export type WantedPage = { readonly id: string; readonly url: string };

const concurrency = 4;

/**
 * Fetches and stores the HTML pages linked in results, because the service keeps them for a day only. A page
 * that cannot be fetched is marked with the reason; the answer is not affected.
 */
export function createPageFetcher(deps: Pick<CoreParts, 'history' | 'clock' | 'log'>) {
  const { history, clock, log } = deps;
  const queue: (() => Promise<void>)[] = [];
  const stop = new AbortController();
  let working = 0;

  const fetchOne = async (page: WantedPage, client: ServiceClient): Promise<void> => {
    try {
      const html = await client.page(page.url, { signal: stop.signal });
      await history.call('pages.store', { id: page.id, html, nowMs: clock.now() });
    } catch (error) {
      // A page left over when the program ended is fetched at the next start.
      if (stop.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      log('warn', 'A page of a result was not stored', { url: page.url, reason: message });
      await history
        .call('pages.fail', { id: page.id, message, nowMs: clock.now() })
        .catch((failure: unknown) => log('warn', 'Nor could that be noted', { reason: String(failure) }));
    }
  };
  const work = async (): Promise<void> => {
    working += 1;
    for (let next = queue.shift(); next; next = queue.shift()) await next();
    working -= 1;
  };

  return {
    /** Resolves when these pages are stored or marked as failed. */
    want(pages: readonly WantedPage[], client: ServiceClient): Promise<void> {
      const done = pages.map(
        (page) => new Promise<void>((resolve) => queue.push(() => fetchOne(page, client).then(resolve))),
      );
      while (working < concurrency && queue.length > 0) work();
      return Promise.all(done).then(() => {});
    },
    /** Aborts pages in progress; waiting pages end immediately. */
    stop: (): void => stop.abort(),
  };
}

export type PageFetcher = ReturnType<typeof createPageFetcher>;
