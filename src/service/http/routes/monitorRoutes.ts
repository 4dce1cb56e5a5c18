import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Engine, engines, monitorPath } from '#shared/interface/engines.ts';
import { parseEngineRequest } from '#shared/interface/requests/parseRequest.ts';
import type { ServiceParts } from '../../parts/serviceParts.ts';
import type { ClientDisconnect } from '../../tasks/clientDisconnect.ts';
import type { CallAnswer, MonitorCalls } from '../../tasks/monitorCall.ts';
import { jsonType, sendError, sendInvalid } from '../errorReplies.ts';
import { accountOf, watchCaller } from '../requestState.ts';

/** `POST /v1/monitor/<engine>` for the eight engines. */
export function monitorRoutes(app: FastifyInstance, parts: ServiceParts, calls: MonitorCalls): void {
  for (const engine of engines) {
    app.post(monitorPath(engine), { config: { monitor: true, engine } }, (request, reply) =>
      answerCall(engine, request, reply, parts, calls),
    );
  }
}

async function answerCall(
  engine: Engine,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServiceParts,
  calls: MonitorCalls,
): Promise<FastifyReply> {
  const parsed = parseEngineRequest(engine, request.body, { searchHosts: parts.searchHosts() });
  if (!parsed.ok) return sendInvalid(reply, 400, parsed.issues);

  const { state } = request;
  await state.wait(parts.renewEndedCycles());
  const clientDisconnect = watchCaller(reply);
  const { accountUse, outcome } = await calls.run(parsed.asked, {
    accountId: accountOf(request).id,
    requestId: request.id,
    clientDisconnect,
    wait: state.wait,
  });
  state.accountUse = accountUse;
  if (outcome.kind === 'error') return sendError(reply, outcome, parts.clock.now());
  state.creditsCharged = outcome.charged;
  keepWhenUnread(reply, clientDisconnect, outcome, calls, parts);
  return reply.code(200).type(jsonType).send(outcome.body);
}

/** A caller that disconnects while the charged answer is being written must still find it by its request id. */
function keepWhenUnread(
  reply: FastifyReply,
  clientDisconnect: ClientDisconnect,
  answer: CallAnswer,
  calls: MonitorCalls,
  parts: ServiceParts,
): void {
  if (clientDisconnect.hasLeft()) return;
  clientDisconnect.onLeave(() => {
    calls.keep(answer).catch((error: unknown) => {
      parts.log('error', 'an unread result could not be kept', {
        requestId: reply.request.id,
        error: String(error),
      });
    });
  });
}
