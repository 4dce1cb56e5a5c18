import { z } from 'zod';
import {
  listSchema,
  projectDefaultsSchema,
  projectImportSchema,
  projectNameSchema,
  projectViewSchema,
  questionViewSchema,
  tagSchema,
} from '../../model/project.ts';
import { projectRefSchema } from '../../model/projectScope.ts';
import { mutation, ofProject, query } from '../route.ts';

export const projectRoutes = {
  'projects.list': query(
    () => z.strictObject({}),
    () => listSchema,
  ),
  'projects.create': mutation(
    () => z.strictObject({ name: projectNameSchema }),
    () => projectViewSchema,
  ),
  'projects.rename': mutation(
    () => z.strictObject({ project: projectRefSchema, name: projectNameSchema }),
    () => projectViewSchema,
  ),
  'projects.setDefaults': mutation(
    () => z.strictObject({ project: projectRefSchema, defaults: projectDefaultsSchema }),
    () => projectViewSchema,
  ),
  /** Makes it the current project, for new questions and lists. */
  'projects.use': mutation(
    () => z.strictObject({ project: projectRefSchema }),
    () => projectViewSchema,
  ),
  /** Only an empty one, or with `moveTo` for its runs. */
  'projects.remove': mutation(
    () => z.strictObject({ project: projectRefSchema, moveTo: projectRefSchema.optional() }),
    () => z.object({ moved: z.number().int() }),
  ),
  'projects.moveRuns': mutation(
    () => z.strictObject({ runIds: z.array(z.string()).min(1).max(1000), into: projectRefSchema }),
    () => z.object({ moved: z.number().int() }),
  ),
  /** Creates a file with one project and nothing else, to be fetched with `exports.read`. */
  'projects.export': mutation(
    () => z.strictObject({ project: projectRefSchema }),
    () =>
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
  /** Accepts the next chunk of a selected project file; null starts one. */
  'projects.receive': mutation(
    () => z.strictObject({ fileId: z.string().nullable(), base64: z.base64().max(2_000_000) }),
    () => z.object({ fileId: z.string() }),
  ),
  /** Imports a completely uploaded file; `name` is used in error messages. */
  'projects.import': mutation(
    () => z.strictObject({ fileId: z.string(), name: z.string().min(1).max(300) }),
    () => projectImportSchema,
  ),
  'projects.questions': ofProject(
    query(
      () => z.strictObject({}),
      () => z.object({ questions: z.array(questionViewSchema) }),
    ),
  ),
  'projects.tagQuestion': ofProject(
    mutation(
      () =>
        z.strictObject({
          question: z.string(),
          tags: z.array(tagSchema).max(50),
          /** Null: found by the project's brand rules. */
          branded: z.boolean().nullable(),
        }),
      () => z.object({ questions: z.array(questionViewSchema) }),
    ),
  ),
};
