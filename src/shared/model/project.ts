import { z } from 'zod';
import { engines } from '../interface/engines.ts';
import { lazySchema } from '../lazySchema.ts';
import { allProjects } from './allProjects.ts';
import { marketSchema } from './market.ts';
import { reportSettingsSchema } from './report.ts';
import { isTimeZone } from './schedule.ts';
import { projectTranslationSchema } from './translation.ts';

export const projectNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name for the project.')
  .max(80, 'A name can have at most 80 characters.')
  .refine(
    (name) => name.toLowerCase() !== allProjects,
    '“All” is reserved for all projects. Choose another name.',
  );
/**
 * Project defaults: engine and markets of a new question (absent: those of the last one), and report settings.
 */
export const projectDefaultsSchema = lazySchema(() =>
  z.object({
    report: reportSettingsSchema.optional(),
    engine: z.enum(engines).optional(),
    markets: z.array(marketSchema).max(1000).optional(),
    /** Language that answers are read in, and the translator. */
    translation: projectTranslationSchema.optional(),
    /** Of the days, weeks and months; absent: that of most monitors. */
    timeZone: z.string().refine(isTimeZone, 'Enter a time zone such as Asia/Tokyo or UTC.').optional(),
  }),
);
export const projectViewSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    /** Always exists and cannot be deleted. */
    first: z.boolean(),
    defaults: projectDefaultsSchema,
    /** Of its days, weeks and months: its own, otherwise that of most of its monitors, otherwise UTC. */
    timeZone: z.string(),
    createdAtMs: z.number(),
    runs: z.number().int(),
    answers: z.number().int(),
    creditsCharged: z.number().int(),
    brands: z.number().int(),
    plans: z.number().int(),
  }),
);
export const questionViewSchema = lazySchema(() =>
  z.object({
    text: z.string(),
    cells: z.number().int(),
    lastAskedAtMs: z.number(),
    /** Tags set by the user or a plan. */
    tags: z.array(z.string()),
    /** Whether it names an own brand; null in a project without own brands. */
    branded: z.boolean().nullable(),
    brandedByRule: z.boolean(),
  }),
);
export const listSchema = lazySchema(() =>
  z.object({ projects: z.array(projectViewSchema), currentId: z.string() }),
);
export const tagSchema = z
  .string()
  .trim()
  .min(1)
  .max(60, 'A tag can have at most 60 characters.')
  .regex(/^[^",]*$/, 'A tag cannot contain commas or quotation marks.');
/** Result of importing a project file. */
export const projectImportSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    runsAdded: z.number().int(),
    /** Runs that already existed. */
    runsKnown: z.number().int(),
    /** Of those, the runs that got missing answers. */
    runsCompleted: z.number().int(),
    answersAdded: z.number().int(),
    /** Answers that already existed; they are not changed. */
    answersKnown: z.number().int(),
  }),
);
export type ProjectView = z.infer<typeof projectViewSchema>;
export type ProjectDefaults = z.infer<typeof projectDefaultsSchema>;
export type ProjectImportFacts = z.infer<typeof projectImportSchema>;
export type QuestionView = z.infer<typeof questionViewSchema>;
