import type { z } from 'zod';
import {
  type ServiceOperationName,
  type ServiceOperationOutput,
  serviceOperations,
} from '../../interface/operator/operations.ts';
import { mutation, nothing, query, type Route } from '../route.ts';

const queries = [
  'overview',
  'keys.list',
  'ledger.page',
  'jobs.find',
  'webhooks.recent',
  'engines.list',
  'engines.drivers',
  'engines.models',
] as const satisfies readonly ServiceOperationName[];

const mutations = [
  'plan.set',
  'credits.grant',
  /** The only response with a key: a new one for another program, shown this once and stored only as a hash. */
  'keys.create',
  'keys.revoke',
  'webhooks.resend',
  'webhook-secret.rotate',
  'webhook-secret.clear',
  /** Stored: the next start has the same bindings. */
  'engines.bind',
  /** Settings are stored; a key goes to the keychain, `null` removes it. */
  'engines.configure',
  /** A key to check is passed in only and not stored. */
  'engines.check',
  'engines.test',
] as const satisfies readonly ServiceOperationName[];

/** Operations that the window may call on the embedded service, each as the route `service.` and its name. */
export const windowOperations = [...queries, ...mutations];
export type WindowOperation = (typeof windowOperations)[number];

type OperationRoutes<Name extends ServiceOperationName, Mutation extends boolean> = {
  readonly [N in Name as `service.${N}`]: Route<
    ReturnType<(typeof serviceOperations)[N]['input']>,
    ServiceOperationOutput<N>,
    null,
    Mutation
  >;
};

/** Object.fromEntries loses the types of the single names. */
const routesOf = <Routes>(names: readonly ServiceOperationName[], kind: typeof query | typeof mutation) =>
  Object.fromEntries(
    names.map((name) => [
      `service.${name}`,
      kind(serviceOperations[name].input as () => z.ZodType).returns(),
    ]),
  ) as Routes;

/** Operator operations of the embedded service. */
export const serviceRoutes = {
  ...routesOf<OperationRoutes<(typeof queries)[number], false>>(queries, query),
  ...routesOf<OperationRoutes<(typeof mutations)[number], true>>(mutations, mutation),
  /** Restarts it, for example after it could not start. */
  'service.restart': mutation(nothing).returns<{ readonly problem: string | null }>(),
};
