import { z } from 'zod';
import {
  ceilingSchema,
  ceilingsSchema,
  planNameSchema,
  planPowerSchema,
  planQuoteSchema,
  planRowSchema,
  runModes,
  wantedModeSchema,
} from '../../model/plan.ts';
import { powerComparisons } from '../../model/powerComparisons.ts';
import { planSchema } from '../../planning/plan.ts';
import { mutation, ofProject, query } from '../route.ts';

export const planRoutes = {
  'plans.save': ofProject(
    mutation(
      () => z.strictObject({ name: planNameSchema, plan: planSchema }),
      /** `created` is false if the newest version has the same content. */
      () =>
        z.object({
          id: z.string(),
          name: z.string(),
          version: z.number().int(),
          cells: z.number().int(),
          created: z.boolean(),
        }),
    ),
  ),
  'plans.list': ofProject(
    query(
      () => z.strictObject({}),
      () => z.object({ plans: z.array(planRowSchema) }),
    ),
  ),
  'plans.get': ofProject(
    query(
      () => z.strictObject({ plan: z.string(), version: z.number().int().min(1).optional() }),
      () => planRowSchema.unwrap().extend({ plan: planSchema }),
    ),
  ),
  'plans.price': query(
    () =>
      z.strictObject({
        plan: planSchema,
        connectionId: z.string(),
        /** How the run would be sent: some services charge more for a synchronous call. */
        mode: wantedModeSchema.default('auto'),
      }),
    () => planQuoteSchema,
  ),
  /** Repeats needed to detect a change of a brand's visibility, from the variation in the project's answers. */
  'plans.power': ofProject(
    query(
      () =>
        z.strictObject({
          plan: planSchema,
          connectionId: z.string(),
          /** Id or name; by default the first own brand. */
          brand: z.string().max(500).optional(),
          /** Both 0..1. */
          change: z.number().min(0.01).max(1).default(0.1),
          power: z.number().min(0.5).max(0.99).default(0.8),
          compare: z.enum(powerComparisons).default('periods'),
        }),
      () => planPowerSchema,
    ),
  ),
  'plans.remove': ofProject(
    mutation(
      () => z.strictObject({ plan: z.string() }),
      () => z.object({ removed: z.boolean() }),
    ),
  ),
  'plans.run': ofProject(
    mutation(
      () =>
        z.strictObject({
          plan: z.string(),
          version: z.number().int().min(1).optional(),
          connectionId: z.string(),
          mode: wantedModeSchema.default('auto'),
          /** Credit limit of this run. */
          ceiling: ceilingSchema.optional(),
          /** For queued tasks: 10 comes before 1. */
          priority: z.number().int().min(1).max(10).default(1),
        }),
      () =>
        z.object({
          runId: z.string(),
          mode: z.enum(runModes),
          cells: z.number().int(),
          maximumCredits: z.number().int(),
        }),
    ),
  ),
  'plans.setCeilings': mutation(
    () =>
      z.strictObject({
        connectionId: z.string(),
        day: ceilingSchema.nullable().optional(),
        month: ceilingSchema.nullable().optional(),
      }),
    () => ceilingsSchema,
  ),
  /** Fan-out queries and People also ask in the newest answers of the project: most frequent first. */
  'plans.observedQuestions': ofProject(
    query(
      () => z.strictObject({ answers: z.number().int().min(1).max(2000).default(500) }),
      () =>
        z.object({
          answers: z.number().int(),
          questions: z.array(
            z.object({ text: z.string(), volume: z.number().nullable(), tags: z.array(z.string()) }),
          ),
        }),
    ),
  ),
};
