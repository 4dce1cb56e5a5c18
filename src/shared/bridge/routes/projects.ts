import { z } from 'zod';
import {
  type ProjectImportFacts,
  type ProjectList,
  type ProjectView,
  projectDefaultsSchema,
  projectNameSchema,
  type QuestionView,
  tagSchema,
} from '../../model/project.ts';
import { projectRefSchema } from '../../model/projectScope.ts';
import { mutation, nothing, ofProject, query } from '../route.ts';

export const projectRoutes = {
  'projects.list': query(nothing).returns<ProjectList>(),
  'projects.create': mutation(() => z.strictObject({ name: projectNameSchema })).returns<ProjectView>(),
  'projects.rename': mutation(() =>
    z.strictObject({ project: projectRefSchema, name: projectNameSchema }),
  ).returns<ProjectView>(),
  'projects.setDefaults': mutation(() =>
    z.strictObject({ project: projectRefSchema, defaults: projectDefaultsSchema }),
  ).returns<ProjectView>(),
  /** Makes it the current project, for new questions and lists. */
  'projects.use': mutation(() => z.strictObject({ project: projectRefSchema })).returns<ProjectView>(),
  /** Only an empty one, or with `moveTo` for its runs. */
  'projects.remove': mutation(() =>
    z.strictObject({ project: projectRefSchema, moveTo: projectRefSchema.optional() }),
  ).returns<{ readonly moved: number }>(),
  'projects.moveRuns': mutation(() =>
    z.strictObject({ runIds: z.array(z.string()).min(1).max(1000), into: projectRefSchema }),
  ).returns<{ readonly moved: number }>(),
  /** Creates a file with one project and nothing else, to be fetched with `exports.read`. */
  'projects.export': mutation(() => z.strictObject({ project: projectRefSchema })).returns<{
    readonly fileId: string;
    /** Such as `Acme.parallax`. */
    readonly fileName: string;
    /** Of the project. */
    readonly name: string;
    readonly bytes: number;
    readonly runs: number;
    readonly answers: number;
  }>(),
  /** Accepts the next chunk of a selected project file; null starts one. */
  'projects.receive': mutation(() =>
    z.strictObject({ fileId: z.string().nullable(), base64: z.base64().max(2_000_000) }),
  ).returns<{ readonly fileId: string }>(),
  /** Imports a completely uploaded file; `name` is used in error messages. */
  'projects.import': mutation(() =>
    z.strictObject({ fileId: z.string(), name: z.string().min(1).max(300) }),
  ).returns<ProjectImportFacts>(),
  'projects.questions': ofProject(query(nothing).returns<{ readonly questions: readonly QuestionView[] }>()),
  'projects.tagQuestion': ofProject(
    mutation(() =>
      z.strictObject({
        question: z.string(),
        tags: z.array(tagSchema).max(50),
        /** Null: found by the project's brand rules. */
        branded: z.boolean().nullable(),
      }),
    ).returns<{ readonly questions: readonly QuestionView[] }>(),
  ),
};
