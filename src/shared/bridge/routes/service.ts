import { z } from 'zod';
import { serviceOperations as operations } from '../../interface/operator/operations.ts';
import { mutation, query } from '../route.ts';

/** Operator operations of the embedded service. */
export const serviceRoutes = {
  'service.overview': query(operations.overview.input, operations.overview.output),
  'service.setPlan': mutation(operations['plan.set'].input, operations['plan.set'].output),
  'service.grantCredits': mutation(operations['credits.grant'].input, operations['credits.grant'].output),
  'service.keys': query(operations['keys.list'].input, operations['keys.list'].output),
  /** The only response with a key: a new one for another program, shown this once and stored only as a hash. */
  'service.createKey': mutation(operations['keys.create'].input, operations['keys.create'].output),
  'service.revokeKey': mutation(operations['keys.revoke'].input, operations['keys.revoke'].output),
  'service.ledger': query(operations['ledger.page'].input, operations['ledger.page'].output),
  'service.jobs': query(operations['jobs.recent'].input, operations['jobs.recent'].output),
  'service.findJobs': query(operations['jobs.find'].input, operations['jobs.find'].output),
  'service.deliveries': query(operations['webhooks.recent'].input, operations['webhooks.recent'].output),
  'service.resendDelivery': mutation(
    operations['webhooks.resend'].input,
    operations['webhooks.resend'].output,
  ),
  'service.rotateWebhookSecret': mutation(
    operations['webhook-secret.rotate'].input,
    operations['webhook-secret.rotate'].output,
  ),
  'service.clearWebhookSecret': mutation(
    operations['webhook-secret.clear'].input,
    operations['webhook-secret.clear'].output,
  ),
  'service.engines': query(operations['engines.list'].input, operations['engines.list'].output),
  'service.drivers': query(operations['engines.drivers'].input, operations['engines.drivers'].output),
  /** Stored: the next start has the same bindings. */
  'service.bindEngine': mutation(operations['engines.bind'].input, operations['engines.bind'].output),
  /** Settings are stored; a key goes to the keychain, `null` removes it. */
  'service.configureDriver': mutation(
    operations['engines.configure'].input,
    operations['engines.configure'].output,
  ),
  /** A key to check is passed in only and not stored. */
  'service.checkDriver': mutation(operations['engines.check'].input, operations['engines.check'].output),
  'service.driverModels': query(operations['engines.models'].input, operations['engines.models'].output),
  'service.testDriver': mutation(operations['engines.test'].input, operations['engines.test'].output),
  'service.openapi': query(operations.openapi.input, operations.openapi.output),
  /** Restarts it, for example after it could not start. */
  'service.restart': mutation(
    () => z.strictObject({}),
    () => z.object({ problem: z.string().nullable() }),
  ),
};
