import { randomUUID } from 'node:crypto';
import { ServiceError } from '#client/serviceError.ts';
import type { Clock } from '#platform/clock.ts';
import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { maximumCost } from '#shared/interface/tariff.ts';
import { AppError } from '#shared/model/appError.ts';
import { readSuggestion, suggestionPrompt } from '#shared/planning/wordingPrompt.ts';
import type { Connections } from '../connections/connections.ts';
import { receivedResult } from '../history/store/derive/result.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';

/**
 * Suggests wordings with a selected engine: one request, reserved and charged under the limits of its
 * connection.
 */
export function createWordingSuggestions(deps: {
  readonly history: HistoryCalls;
  readonly connections: Connections;
  readonly clock: Clock;
}) {
  const { history, connections, clock } = deps;

  return {
    /** Maximum cost of a suggestion for one question; sends nothing. */
    async quote({ connectionId, engine }: RouteParsedInput<'wordings.quote'>) {
      const { tariff, id } = await connections.open(connectionId);
      return {
        maximumCredits: tariff === null ? null : maximumCost(engine, {}, { synchronous: true, tariff }),
        balance: connections.account(id).credits?.remaining ?? null,
      };
    },
    /** @throws ServiceError, AppError UNAUTHORIZED, CONFLICT at a credit limit */
    async suggest(
      { connectionId, engine, question, keys, projectId }: RouteParsedInput<'wordings.suggest'>,
      { signal }: { readonly signal: AbortSignal },
    ) {
      const connection = await connections.open(connectionId);
      if (connection.keyProblem !== null) throw connection.keyProblem;
      const prompt = suggestionPrompt(question, keys);
      const request = {
        prompt,
        country: 'US',
        // The plain text of an answer may join its lines.
        include: { markdown: true },
        // No search is needed; the other engines decide themselves.
        ...(engine === 'assistant-a' ? { disableWebSearch: true } : {}),
      };
      const credits = maximumCost(
        engine,
        {},
        {
          synchronous: true,
          tariff: connection.tariff ?? undefined,
        },
      );
      const held = { connectionId: connection.id, credits, atMs: clock.now() };
      const settle = (charged: number) =>
        history.call('reservations.settle', { ...held, projectId, engine, charged });
      await history.call('reservations.hold', held);
      try {
        const { exchange, accounting } = await connection.client.monitor(engine, request, {
          signal,
          requestId: `wordings-${randomUUID()}`,
          surfaceRefusals: true,
        });
        connections.note(connection.id, accounting);
        await settle(accounting.creditsCharged ?? credits);
        const { markdown, text } = receivedResult(exchange.body) ?? {};
        const answer = typeof markdown === 'string' && markdown !== '' ? markdown : text;
        const suggestion = readSuggestion(typeof answer === 'string' ? answer : '', keys);
        if (Object.keys(suggestion.wordings).length === 0)
          throw new AppError(
            'CONFLICT',
            'The answer contains no wordings. Try another engine, or enter the wordings yourself.',
          );
        return { ...suggestion, missing: [...suggestion.missing], creditsCharged: accounting.creditsCharged };
      } catch (error) {
        // A request that may have arrived may have been charged, so its reservation stays.
        if (error instanceof ServiceError && error.reach !== 'unknown') await settle(0);
        throw error;
      }
    },
  };
}
