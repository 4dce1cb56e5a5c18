import { z } from 'zod';
import { engines } from '../interface/engines.ts';
import { allProjects } from './allProjects.ts';
import { marketSchema } from './market.ts';
import { reportSettingsSchema } from './report.ts';

export const projectNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name for the project.')
  .max(80, 'A name can have at most 80 characters.')
  .refine(
    (name) => name.toLowerCase() !== allProjects,
    '“All” is reserved for all projects. Choose another name.',
  );
/** What the project brings along: how a new question begins (absent: as the last one), and how its reports look. */
export const projectDefaultsSchema = z.object({
  report: reportSettingsSchema.optional(),
  engine: z.enum(engines).optional(),
  markets: z.array(marketSchema).max(1000).optional(),
});
export const projectViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** It is always there, and cannot be removed. */
  first: z.boolean(),
  defaults: projectDefaultsSchema,
  createdAtMs: z.number(),
  runs: z.number().int(),
  answers: z.number().int(),
  creditsCharged: z.number().int(),
  brands: z.number().int(),
  plans: z.number().int(),
});
export const questionViewSchema = z.object({
  text: z.string(),
  cells: z.number().int(),
  lastAskedAtMs: z.number(),
  /** Those a person or a plan gave it. */
  tags: z.array(z.string()),
  /** Whether it names an own brand; null in a project without own brands. */
  branded: z.boolean().nullable(),
  brandedByRule: z.boolean(),
});
export const listSchema = z.object({ projects: z.array(projectViewSchema), currentId: z.string() });
export const tagSchema = z
  .string()
  .trim()
  .min(1)
  .max(60, 'A tag can have at most 60 characters.')
  .regex(/^[^",]*$/, 'A tag cannot contain commas or quotation marks.');
/** What came of the import of a project's file. */
export const projectImportSchema = z.object({
  id: z.string(),
  name: z.string(),
  runsAdded: z.number().int(),
  /** Runs that were there before. */
  runsKnown: z.number().int(),
  /** Of those, the ones that got answers they lacked. */
  runsCompleted: z.number().int(),
  answersAdded: z.number().int(),
  /** Answers that were there before; they stay as they are. */
  answersKnown: z.number().int(),
});
export type ProjectView = z.infer<typeof projectViewSchema>;
export type ProjectDefaults = z.infer<typeof projectDefaultsSchema>;
export type ProjectImportFacts = z.infer<typeof projectImportSchema>;
export type QuestionView = z.infer<typeof questionViewSchema>;
