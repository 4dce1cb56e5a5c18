import { z } from 'zod';
import { questionLimit } from '../../interface/requests/textLength.ts';
import { strictSchema } from '../../lazySchema.ts';
import type { AnalysisEstimate, AnalysisProvenance } from '../../model/analysisModel.ts';
import {
  type Ceilings,
  ceilingSchema,
  type PlanPower,
  type PlanQuote,
  type PlanRow,
  planNameSchema,
  type RunMode,
  wantedModeSchema,
} from '../../model/plan.ts';
import { powerComparisons } from '../../model/powerComparisons.ts';
import { type Plan, planSchema } from '../../planning/plan.ts';
import { maxSuggested } from '../../planning/wordingPrompt.ts';
import { mutation, nothing, ofProject, query } from '../route.ts';

const wanted = strictSchema(() => ({
  question: z.string().trim().min(1).max(questionLimit),
  keys: z.array(z.string().max(40)).min(1).max(maxSuggested),
}));

export const planRoutes = {
  'plans.save': ofProject(
    mutation(() => ({
      name: planNameSchema,
      plan: planSchema,
    })).returns</** `created` is false if the newest version has the same content. */
    {
      readonly id: string;
      readonly name: string;
      readonly version: number;
      readonly cells: number;
      readonly created: boolean;
    }>(),
  ),
  'plans.list': ofProject(query(nothing).returns<{ readonly plans: readonly PlanRow[] }>()),
  'plans.get': ofProject(
    query(() => ({ plan: z.string(), version: z.number().int().min(1).optional() })).returns<
      PlanRow & { readonly plan: Plan }
    >(),
  ),
  'plans.price': query(() => ({
    plan: planSchema,
    connectionId: z.string(),
    /** How the run would be sent: some services charge more for a synchronous call. */
    mode: wantedModeSchema.default('auto'),
  })).returns<PlanQuote>(),
  /** Repeats needed to detect a change of a brand's visibility, from the variation in the project's answers. */
  'plans.power': ofProject(
    query(() => ({
      plan: planSchema,
      connectionId: z.string(),
      /** Id or name; by default the first own brand. */
      brand: z.string().max(500).optional(),
      /** Both 0..1. */
      change: z.number().min(0.01).max(1).default(0.1),
      power: z.number().min(0.5).max(0.99).default(0.8),
      compare: z.enum(powerComparisons).default('periods'),
    })).returns<PlanPower>(),
  ),
  /** Its versions and runs stay as they are. */
  'plans.rename': ofProject(mutation(() => ({ plan: z.string(), name: planNameSchema })).returns<PlanRow>()),
  'plans.remove': ofProject(mutation(() => ({ plan: z.string() })).returns<{ readonly removed: boolean }>()),
  'plans.run': ofProject(
    mutation(() => ({
      plan: z.string(),
      version: z.number().int().min(1).optional(),
      connectionId: z.string(),
      mode: wantedModeSchema.default('auto'),
      /** Credit limit of this run. */
      ceiling: ceilingSchema.optional(),
      /** For queued tasks: 10 comes before 1. */
      priority: z.number().int().min(1).max(10).default(1),
    })).returns<{
      readonly runId: string;
      readonly mode: RunMode;
      readonly cells: number;
      readonly maximumCredits: number;
    }>(),
  ),
  'plans.setCeilings': mutation(() => ({
    connectionId: z.string(),
    day: ceilingSchema.nullable().optional(),
    month: ceilingSchema.nullable().optional(),
  })).returns<Ceilings>(),
  /** Fan-out queries and People also ask in the newest answers of the project: most frequent first. */
  'plans.observedQuestions': ofProject(
    query(() => ({ answers: z.number().int().min(1).max(2000).default(500) })).returns<{
      readonly answers: number;
      readonly questions: readonly {
        readonly text: string;
        readonly volume: number | null;
        readonly tags: readonly string[];
      }[];
    }>(),
  ),
  /** What suggestions would cost; sends nothing. */
  'wordings.quote': query(() => ({
    questions: z.array(wanted.unwrap()).max(1_000),
  })).returns<AnalysisEstimate>(),
  /** Asks the analysis model for wordings of a question. Nothing is stored but the cached answer. */
  'wordings.suggest': ofProject(
    mutation(() => wanted.unwrap()).returns<{
      readonly wordings: Readonly<Record<string, string>>;
      readonly missing: readonly string[];
      readonly provenance: AnalysisProvenance;
    }>(),
  ),
};
