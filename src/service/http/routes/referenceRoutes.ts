import type { FastifyInstance } from 'fastify';
import { usStates } from '#shared/geo/states.ts';
import { availableCountries } from '#shared/interface/availability.ts';
import { planOf } from '#shared/interface/plans.ts';
import { countriesQuerySchema, statesQuerySchema } from '#shared/interface/reference.ts';
import { fieldIssues } from '#shared/interface/requests/issues.ts';
import { safeParse } from '#shared/interface/safeParse.ts';
import type { ServiceParts } from '../../parts/serviceParts.ts';
import { sendInvalid, sendJson } from '../errorReplies.ts';
import { paths } from '../knownPaths.ts';
import { accountOf } from '../requestState.ts';

/** Countries, states and the credit balance. */
export function referenceRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const { directory, capacity } = parts;
  app.get(paths.countries, (request, reply) => {
    const query = safeParse(countriesQuerySchema, request.query);
    if (!query.success) return sendInvalid(reply, 400, fieldIssues(query.error, countriesQuerySchema));
    return sendJson(reply, availableCountries(query.data.model));
  });

  app.get(paths.states, (request, reply) => {
    const query = safeParse(statesQuerySchema, request.query);
    if (!query.success) return sendInvalid(reply, 400, fieldIssues(query.error, statesQuerySchema));
    return sendJson(reply, query.data.country === 'US' ? usStates : []);
  });

  app.get(paths.credits, async (request, reply) => {
    const { id } = accountOf(request);
    const { wait } = request.state;
    await wait(parts.renewEndedCycles());
    const account = directory.account(id) ?? accountOf(request);
    return sendJson(reply, {
      remaining: (await wait(capacity.accountUse(id))).balance,
      perCycle: planOf(account.plan).monthlyCredits,
      cycleResetsAt: new Date(account.cycleEndsAt).toISOString(),
    });
  });
}
