import { z } from 'zod';
import { engines } from '../../interface/engines.ts';
import { marketSchema } from '../market.ts';
import { allProjects, inProject, projectRefSchema } from '../projectInput.ts';
import { mutation, query } from '../route.ts';

const projectNameSchema = z
  .string()
  .trim()
  .min(1, 'Give the project a name.')
  .max(80, 'A name has at most 80 characters.')
  .refine(
    (name) => name.toLowerCase() !== allProjects,
    '“All” stands for all projects: choose another name.',
  );

/** What a new question in the project begins with; absent: what was chosen last. */
export const projectDefaultsSchema = z.object({
  engine: z.enum(engines).optional(),
  markets: z.array(marketSchema).max(1000).optional(),
});

const projectViewSchema = z.object({
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

const questionViewSchema = z.object({
  text: z.string(),
  cells: z.number().int(),
  lastAskedAtMs: z.number(),
  /** Those a person or a plan gave it. */
  tags: z.array(z.string()),
  /** Whether it names an own brand; null in a project without own brands. */
  branded: z.boolean().nullable(),
  brandedByRule: z.boolean(),
});

const listSchema = z.object({ projects: z.array(projectViewSchema), currentId: z.string() });
const tagSchema = z
  .string()
  .trim()
  .min(1)
  .max(60, 'A tag has at most 60 characters.')
  .regex(/^[^",]*$/, 'A tag has no commas and no quotation marks.');

/** What came of the import of a project's file. */
const projectImportSchema = z.object({
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

export const projectRoutes = {
  'projects.list': query(z.strictObject({}), listSchema),
  'projects.create': mutation(z.strictObject({ name: projectNameSchema }), projectViewSchema),
  'projects.rename': mutation(
    z.strictObject({ project: projectRefSchema, name: projectNameSchema }),
    projectViewSchema,
  ),
  'projects.setDefaults': mutation(
    z.strictObject({ project: projectRefSchema, defaults: projectDefaultsSchema }),
    projectViewSchema,
  ),
  /** Makes it the one that new questions go to and that lists show. */
  'projects.use': mutation(z.strictObject({ project: projectRefSchema }), projectViewSchema),
  /** Only an empty one, or one whose runs go to `moveTo`. */
  'projects.remove': mutation(
    z.strictObject({ project: projectRefSchema, moveTo: projectRefSchema.optional() }),
    z.object({ moved: z.number().int() }),
  ),
  'projects.moveRuns': mutation(
    z.strictObject({ runIds: z.array(z.string()).min(1).max(1000), into: projectRefSchema }),
    z.object({ moved: z.number().int() }),
  ),
  /** Makes a file with one project and nothing else, to be fetched with `exports.read`. */
  'projects.export': mutation(
    z.strictObject({ project: projectRefSchema }),
    z.object({
      fileId: z.string(),
      /** Such as `Acme.parallax`. */
      fileName: z.string(),
      /** Of the project. */
      name: z.string(),
      bytes: z.number().int(),
      runs: z.number().int(),
      answers: z.number().int(),
    }),
  ),
  /** Takes the next piece of a project's file that a person chose; null begins one. */
  'projects.receive': mutation(
    z.strictObject({ fileId: z.string().nullable(), base64: z.base64().max(2_000_000) }),
    z.object({ fileId: z.string() }),
  ),
  /** Brings such a file into the history once all of it came; `name` is what it is called in refusals. */
  'projects.import': mutation(
    z.strictObject({ fileId: z.string(), name: z.string().min(1).max(300) }),
    projectImportSchema,
  ),
  'projects.questions': query(
    z.strictObject(inProject),
    z.object({ questions: z.array(questionViewSchema) }),
  ),
  'projects.tagQuestion': mutation(
    z.strictObject({
      ...inProject,
      question: z.string(),
      tags: z.array(tagSchema).max(50),
      /** Null: found by the project's brand rules. */
      branded: z.boolean().nullable(),
    }),
    z.object({ questions: z.array(questionViewSchema) }),
  ),
};

export type ProjectView = z.infer<typeof projectViewSchema>;
export type ProjectDefaults = z.infer<typeof projectDefaultsSchema>;
export type ProjectImportFacts = z.infer<typeof projectImportSchema>;
export type QuestionView = z.infer<typeof questionViewSchema>;
