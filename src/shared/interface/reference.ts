import { z } from 'zod';
import { lazySchema, looseSchema, strictSchema } from '../lazySchema.ts';
import { countryModels } from './engines.ts';
import type { Known } from './results/shared.ts';

/** Query of `GET /v1/countries`. */
export const countriesQuerySchema = strictSchema(() => ({
  model: z.enum(countryModels, { error: `model must be one of ${countryModels.join(', ')}` }).optional(),
}));

/** Answer of `GET /v1/countries`: bare array of upper-case codes, in no promised order. */
export const countriesResponseSchema = lazySchema(() => z.array(z.string()));

/** Query of `GET /v1/states`. */
export const statesQuerySchema = z.strictObject({
  country: z
    .string({
      error: (issue) => (issue.input === undefined ? 'country is required' : 'country must be a string'),
    })
    .regex(/^[A-Z]{2}$/, 'country must be a two-letter code in upper case, such as US'),
});

export const stateSchema = looseSchema(() => ({ code: z.string(), name: z.string() }));

/** Answer of `GET /v1/states`: empty for every country but US. */
export const statesResponseSchema = z.array(stateSchema);

/** Answer of `POST /v1/monitor/search/goto`: no envelope. */
export const redirectResponseSchema = looseSchema(() => ({ url: z.string() }));

/** Answer of `GET /v1/credits`. Charges of running jobs are not subtracted yet. */
export const creditBalanceSchema = looseSchema(() => ({
  remaining: z.int(),
  /** Credits granted per billing cycle; other deployments send null for an account without a plan. */
  perCycle: z.int().nullable(),
  /** End of the current cycle. */
  cycleResetsAt: z.iso.datetime().nullable(),
}));
export type CreditBalance = Known<z.infer<typeof creditBalanceSchema>>;
