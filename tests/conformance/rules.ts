import type { Rules } from './rule.ts';
import { assistantA, assistantsBToE } from './rules/assistants.ts';
import { attemptRules } from './rules/attempts.ts';
import { authentication } from './rules/authentication.ts';
import { away } from './rules/away.ts';
import { client } from './rules/client.ts';
import { credits } from './rules/credits.ts';
import { errors } from './rules/errors.ts';
import { general } from './rules/general.ts';
import { monitorCalls } from './rules/monitorCalls.ts';
import { idempotency, queue, retention } from './rules/queue.ts';
import { rateLimit } from './rules/rateLimit.ts';
import { redirects } from './rules/redirects.ts';
import { availability, openapi, reference, versioning } from './rules/reference.ts';
import { requestIds } from './rules/requestIds.ts';
import { results } from './rules/results.ts';
import { searchRequests } from './rules/searchRequests.ts';
import { slots } from './rules/slots.ts';
import { batches, tasks } from './rules/tasks.ts';
import { webhooks } from './rules/webhooks.ts';

/** One part of the specification: its rules and the file that proves them. */
export type Part = {
  readonly title: string;
  /** Beside this file. */
  readonly file: string;
  readonly rules: Rules;
};

/** Every rule of interface.md, completed by gap-fill.md, that can be tested over HTTP. */
export const parts: readonly Part[] = [
  { title: 'The service as a whole', file: 'general.test.ts', rules: general },
  { title: 'Authentication', file: 'authentication.test.ts', rules: authentication },
  { title: 'Request ids', file: 'requestIds.test.ts', rules: requestIds },
  { title: 'Errors', file: 'errors.test.ts', rules: errors },
  { title: 'Without the database', file: 'away.test.ts', rules: away },
  { title: 'Monitor calls', file: 'monitorCalls.test.ts', rules: monitorCalls },
  { title: 'assistant-a', file: 'assistantA.test.ts', rules: assistantA },
  { title: 'assistant-b to assistant-e', file: 'assistantsBToE.test.ts', rules: assistantsBToE },
  { title: 'search, search/news and search-ai', file: 'searchRequests.test.ts', rules: searchRequests },
  { title: 'Result shapes', file: 'results.test.ts', rules: results },
  { title: 'Redirect links', file: 'redirects.test.ts', rules: redirects },
  { title: 'Availability of engines', file: 'availability.test.ts', rules: availability },
  { title: 'Credits and tariff', file: 'credits.test.ts', rules: credits },
  { title: 'Plans and slots', file: 'slots.test.ts', rules: slots },
  { title: 'Rate limit', file: 'rateLimit.test.ts', rules: rateLimit },
  { title: 'Tasks', file: 'tasks.test.ts', rules: tasks },
  { title: 'Batches', file: 'batches.test.ts', rules: batches },
  { title: 'Queue', file: 'queue.test.ts', rules: queue },
  { title: 'Idempotency keys', file: 'idempotency.test.ts', rules: idempotency },
  { title: 'Retention and restarts', file: 'retention.test.ts', rules: retention },
  { title: 'Attempts and retry rules', file: 'attempts.test.ts', rules: attemptRules },
  { title: 'Webhooks', file: 'webhooks.test.ts', rules: webhooks },
  { title: 'Countries and states', file: 'reference.test.ts', rules: reference },
  { title: 'Versioning', file: 'versioning.test.ts', rules: versioning },
  { title: 'OpenAPI', file: 'openapi.test.ts', rules: openapi },
  { title: 'The client library', file: 'client.test.ts', rules: client },
];

/** Rules that cannot be tested over HTTP, and how they are met. */
export const outsideTheWire: readonly {
  readonly text: string;
  readonly source: string;
  readonly kept: string;
}[] = [
  {
    text: 'the client libraries retry twice, with capped backoff and full jitter, 30 and 330 seconds',
    source: 'interface: Retry rules 5',
    kept: 'a rule for clients: packages/client and its tests in tests/integration/client',
  },
  {
    text: 'clients ignore response fields they do not recognize',
    source: 'interface: Monitor result; Versioning 2',
    kept: 'a rule for clients: packages/client and its tests in tests/integration/client',
  },
  {
    text: 'a deprecated endpoint sends Deprecation, Sunset and Link, six months apart',
    source: 'interface: Versioning 4',
    kept: 'none is deprecated (VERS-3): the unit tests of src/service/http',
  },
  {
    text: 'breaking changes are published under a new path version, changes within one are additive',
    source: 'interface: Versioning 2, 3',
    kept: 'a rule for future versions; a change must pass this suite',
  },
  {
    text: 'the engine has ten seconds to answer a redirect link',
    source: 'interface: POST /v1/monitor/search/goto',
    kept: 'not testable here, because the sandbox responds immediately: the integration tests of src/service/redirects',
  },
  {
    text: 'the account holder creates and revokes keys on the keys page of the dashboard',
    source: 'interface: Authentication 4',
    kept: 'the Service screen of the window; the effect is AUTH-9 to AUTH-11',
  },
  {
    text: 'finished tasks are kept 24 hours, new attempts stop after 5 minutes, webhook waits start at 2 minutes',
    source: 'gap-fill 0',
    kept: 'the suite uses shorter times (KEEP, TRY, HOOK); the defaults are constants of src/service',
  },
];
