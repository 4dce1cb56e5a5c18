import type { FastifyInstance, FastifyReply, preParsingHookHandler } from 'fastify';
import type { ServiceParts } from '../../parts/serviceParts.ts';
import { createStoreWait } from '../../parts/storeWait.ts';
import { insufficientCredits } from '../../tasks/monitorCall.ts';
import { oversized, type QueueOverflow, type Submissions } from '../../tasks/submission.ts';
import { statusBody } from '../../tasks/taskBodies.ts';
import { createBodyBudget } from '../bodyBudget.ts';
import {
  jsonType,
  notFound,
  sendError,
  sendInvalid,
  sendJson,
  sendMethodNotAllowed,
} from '../errorReplies.ts';
import { isJsonArray, jsonItems, parseJson, parseJsonBody } from '../jsonBody.ts';
import { paths } from '../knownPaths.ts';
import { accountOf, ordinaryBodyLimit, watchCaller } from '../requestState.ts';

const batchBodyLimit = 16 * 1024 * 1024;
/** Larger bodies wait until the budget has room. */
const smallBody = 256 * 1024;
const largeBodiesTogether = 96 * 1024 * 1024;
const clearedAtOnce = 5_000;
/** Keys that a path cannot carry come with a mark; so do keys that begin with it. */
const markedKey = /^key:(\.|\.\.|batch|key:.*)$/s;

/** Creation, status, metrics and clearing of asynchronous tasks. */
export function taskRoutes(app: FastifyInstance, parts: ServiceParts, submissions: Submissions): void {
  const { store, capacity, clock, settings } = parts;

  app.post(paths.createTask, async (request, reply) => {
    const { wait } = request.state;
    const submitter = { accountId: accountOf(request).id, requestId: request.id, wait };
    const outcome = await submissions.single(request.body, submitter);
    switch (outcome.kind) {
      case 'created':
        return sendJson(reply, { success: true, ...outcome.body });
      case 'invalid':
        return sendInvalid(reply, 422, outcome.issues);
      case 'overflow':
        return sendOverflow(reply, outcome, clock.now());
      case 'insufficient':
        return sendError(reply, insufficientCredits(outcome.required), clock.now());
      case 'exists':
        return sendError(
          reply,
          {
            code: 'RESOURCE_CONFLICT',
            message: 'A task with this idempotencyKey already exists',
            details: { field: 'idempotencyKey', value: outcome.idempotencyKey },
          },
          clock.now(),
        );
    }
  });

  const budget = createBodyBudget(largeBodiesTogether);
  const largeBodiesWait: preParsingHookHandler = (request, reply, payload, next) => {
    const bytes = Number(request.headers['content-length'] ?? batchBodyLimit);
    if (bytes <= smallBody) {
      next(null, payload);
      return;
    }
    budget.enter(accountOf(request).id, Math.min(bytes, batchBodyLimit), watchCaller(reply).signal()).then(
      (release) => {
        reply.raw.once('close', release);
        next(null, payload);
      },
      (error: Error) => next(error),
    );
  };

  app.post(
    paths.createBatch,
    { bodyLimit: batchBodyLimit, preParsing: largeBodiesWait, config: { unparsed: true } },
    async (request, reply) => {
      const body = request.body as Buffer | undefined;
      if (body === undefined || !isJsonArray(body)) {
        // Parsing more than any other route accepts would only delay other requests.
        if (body !== undefined && body.length <= ordinaryBodyLimit) parseJsonBody(body);
        return sendInvalid(reply, 422, [
          { field: '', message: 'The request body must be an array of tasks' },
        ]);
      }
      const { wait } = request.state;
      const submitter = { accountId: accountOf(request).id, requestId: request.id, wait };
      const outcome = await submissions.batch(tasksIn(body), body.length, submitter);
      if (outcome.kind === 'invalid') return sendInvalid(reply, 422, outcome.issues);
      if (outcome.kind === 'overflow') return sendOverflow(reply, outcome, clock.now());
      return sendJson(reply, { success: true, summary: outcome.summary, results: outcome.results });
    },
  );

  app.get<{ Params: { taskId: string } }>(paths.task, async (request, reply) => {
    const { taskId } = request.params;
    // The router takes the batch address for a task id when the method is GET.
    if (taskId === 'batch') return sendMethodNotAllowed(reply, 'GET', 'POST', clock.now());
    // The idempotency key also identifies a task, for callers that never received the response to its creation.
    const { wait } = request.state;
    const accountId = accountOf(request).id;
    const [, key] = markedKey.exec(taskId) ?? [];
    const marked = key === undefined ? null : await wait(store.task({ accountId, taskId: key }));
    const task = marked ?? (await wait(store.task({ accountId, taskId })));
    const expired = (task?.finishedAt ?? Number.POSITIVE_INFINITY) + settings.retentionMs <= clock.now();
    if (task === null || expired) return sendError(reply, notFound(taskId), clock.now());
    const ended = task.finishedAt !== null;
    const [result, delivery] = ended
      ? await wait(Promise.all([store.jobResult(task.id), store.deliveryOfTask(task.id)]))
      : [null, null];
    return reply
      .code(200)
      .type(jsonType)
      .send(statusBody(task, result, delivery, parts.publicUrl()));
  });

  app.get(paths.queueStatus, async (request, reply) => {
    const { id } = accountOf(request);
    const { wait } = request.state;
    const { queued, processing, byPriority } = await wait(store.queueCounts(id));
    const { slotsUsed, slotLimit } = await wait(capacity.accountUse(id));
    return sendJson(reply, {
      queuedTasks: queued,
      processingTasks: processing,
      priorityBreakdown: byPriority,
      concurrency: { used: slotsUsed, max: slotLimit },
    });
  });

  app.delete(paths.queue, async (request, reply) => {
    const accountId = accountOf(request).id;
    // In batches, so that a long queue does not block other callers; tasks that arrive meanwhile stay.
    const upTo = await request.state.wait(store.queueEnd(accountId));
    let cleared = 0;
    for (;;) {
      // Each batch that was answered shows that the store is there.
      const removed = await createStoreWait()(store.clearQueue({ accountId, upTo, limit: clearedAtOnce }));
      cleared += removed;
      if (removed < clearedAtOnce) break;
    }
    return sendJson(reply, { success: true, cleared });
  });
}

function* tasksIn(batch: Buffer): Generator<unknown, void> {
  for (const item of jsonItems(batch)) yield item.length > ordinaryBodyLimit ? oversized : parseJson(item);
}

function sendOverflow(reply: FastifyReply, { details }: QueueOverflow, nowMs: number): FastifyReply {
  const message = 'The tasks would overflow the queue: none of them was accepted';
  return sendError(reply, { code: 'QUEUE_LIMIT_EXCEEDED', message, details }, nowMs);
}
