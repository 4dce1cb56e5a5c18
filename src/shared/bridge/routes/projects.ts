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
  'projects.create': mutation(() => ({ name: projectNameSchema })).returns<ProjectView>(),
  'projects.rename': mutation(() => ({
    project: projectRefSchema,
    name: projectNameSchema,
  })).returns<ProjectView>(),
  'projects.setDefaults': mutation(() => ({
    project: projectRefSchema,
    defaults: projectDefaultsSchema,
  })).returns<ProjectView>(),
  /** Makes it the current project, for new questions and lists. */
  'projects.use': mutation(() => ({ project: projectRefSchema })).returns<ProjectView>(),
  /** Only an empty one, or with `moveTo` for its runs. */
  'projects.remove': mutation(() => ({
    project: projectRefSchema,
    moveTo: projectRefSchema.optional(),
  })).returns<{ readonly moved: number }>(),
  'projects.moveRuns': mutation(() => ({
    runIds: z.array(z.string()).min(1).max(1000),
    into: projectRefSchema,
  })).returns<{ readonly moved: number }>(),
  /** Creates a file with one project and nothing else, to be fetched with `exports.read`. */
  'projects.export': mutation(() => ({ project: projectRefSchema })).returns<{
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
  'projects.receive': mutation(() => ({
    fileId: z.string().nullable(),
    base64: z.base64().max(2_000_000),
  })).returns<{ readonly fileId: string }>(),
  /** Imports a completely uploaded file; `name` is used in error messages. */
  'projects.import': mutation(() => ({
    fileId: z.string(),
    name: z.string().min(1).max(300),
  })).returns<ProjectImportFacts>(),
  'projects.questions': ofProject(query(nothing).returns<{ readonly questions: readonly QuestionView[] }>()),
  'projects.tagQuestion': ofProject(
    mutation(() => ({
      question: z.string(),
      tags: z.array(tagSchema).max(50),
      /** Null: found by the project's brand rules. */
      branded: z.boolean().nullable(),
    })).returns<{ readonly questions: readonly QuestionView[] }>(),
  ),
};
