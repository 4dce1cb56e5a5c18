import { randomUUID } from 'node:crypto';
import type { Core } from '#main/core.ts';
import type { Clock } from '#platform/clock.ts';
import type { RouteInput } from '#shared/bridge/routeTable.ts';
import { AppError } from '#shared/model/appError.ts';

/** What is sent when a quote is used; it cannot be changed afterwards. */
type Purchase =
  | { readonly kind: 'question'; readonly run: RouteInput<'runs.start'> }
  | { readonly kind: 'plan'; readonly run: RouteInput<'plans.run'> };

export type Quote = {
  readonly id: string;
  readonly credits: number;
  readonly expiresAtMs: number;
};

export type Spending = {
  /** Credits of a UTC month. */
  readonly limit: number;
  readonly left: () => Promise<number>;
  readonly quote: (credits: number, purchase: Purchase) => Quote;
  /** @throws AppError CONFLICT for a quote that is unknown, expired or used, or exceeds the limit */
  readonly use: (quoteId: string) => Promise<{ readonly runId: string; readonly credits: number }>;
};

const quoteLifeMs = 10 * 60_000;
/** A clock that was set back makes no quote last longer than twice its time. */
const isValid = ({ expiresAtMs }: Quote, nowMs: number): boolean =>
  expiresAtMs > nowMs && expiresAtMs <= nowMs + 2 * quoteLifeMs;

/**
 * The spending limit of assistants. The history stores the spending and checks the limit in one transaction
 * with the reservation, so that it applies across restarts and programs. Quotes are kept here and are lost with
 * the program.
 */
export function createSpending(deps: {
  readonly limit: number;
  /** A core that may write, started on first use. */
  readonly core: () => Promise<Core>;
  readonly clock: Clock;
}): Spending {
  const { limit, core, clock } = deps;
  const quotes = new Map<string, Quote & { readonly purchase: Purchase }>();
  return {
    limit,
    async left() {
      const { history } = (await core()).use;
      return Math.max(0, limit - (await history.call('assistants.spent', { nowMs: clock.now() })));
    },
    quote(credits, purchase) {
      const now = clock.now();
      for (const [id, quote] of quotes) if (!isValid(quote, now)) quotes.delete(id);
      const quote = { id: randomUUID(), credits, expiresAtMs: now + quoteLifeMs };
      quotes.set(quote.id, { ...quote, purchase });
      return quote;
    },
    async use(quoteId) {
      const quote = quotes.get(quoteId);
      quotes.delete(quoteId);
      const nowMs = clock.now();
      if (quote === undefined || !isValid(quote, nowMs))
        throw new AppError(
          'CONFLICT',
          'This quote is unknown, expired or used: each works once, for ten minutes. Get a new one with price_plan. Nothing was sent.',
        );
      const { router, use } = await core();
      const { credits, purchase } = quote;
      await use.history.call('assistants.reserve', { quote: quoteId, credits, limit, nowMs });
      try {
        const { runId } =
          purchase.kind === 'question'
            ? await router.invoke('runs.start', { ...purchase.run, limit: { credits } })
            : await router.invoke('plans.run', { ...purchase.run, ceiling: credits });
        await use.history.call('assistants.began', { quote: quoteId, runId });
        return { runId, credits };
      } catch (error) {
        await use.history.call('assistants.release', { quote: quoteId });
        throw error;
      }
    },
  };
}
