import { z } from 'zod';
import { engines } from '../interface/engines.ts';
import { objectSchema } from '../lazySchema.ts';
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
export const projectDefaultsSchema = objectSchema(() => ({
  report: reportSettingsSchema.optional(),
  engine: z.enum(engines).optional(),
  markets: z.array(marketSchema).max(1000).optional(),
  /** Language that answers are read in, and the translator. */
  translation: projectTranslationSchema.optional(),
  /** Of the days, weeks and months; absent: that of most monitors. */
  timeZone: z.string().refine(isTimeZone, 'Enter a time zone such as Asia/Tokyo or UTC.').optional(),
}));
export type ProjectView = {
  readonly id: string;
  readonly name: string;
  /** Always exists and cannot be deleted. */
  readonly first: boolean;
  readonly defaults: ProjectDefaults;
  /** Of its days, weeks and months: its own, otherwise that of most of its monitors, otherwise UTC. */
  readonly timeZone: string;
  readonly createdAtMs: number;
  readonly runs: number;
  readonly answers: number;
  readonly creditsCharged: number;
  readonly brands: number;
  readonly plans: number;
};
export type QuestionView = {
  readonly text: string;
  readonly cells: number;
  readonly lastAskedAtMs: number;
  /** Tags set by the user or a plan. */
  readonly tags: readonly string[];
  /** Whether it names an own brand; null in a project without own brands. */
  readonly branded: boolean | null;
  readonly brandedByRule: boolean;
};
export type ProjectList = {
  readonly projects: readonly ProjectView[];
  readonly currentId: string;
};
export const tagSchema = z
  .string()
  .trim()
  .min(1)
  .max(60, 'A tag can have at most 60 characters.')
  .regex(/^[^",]*$/, 'A tag cannot contain commas or quotation marks.');
/** Result of importing a project file. */
export type ProjectImportFacts = {
  readonly id: string;
  readonly name: string;
  readonly runsAdded: number;
  /** Runs that already existed. */
  readonly runsKnown: number;
  /** Of those, the runs that got missing answers. */
  readonly runsCompleted: number;
  readonly answersAdded: number;
  /** Answers that already existed; they are not changed. */
  readonly answersKnown: number;
};
export type ProjectDefaults = z.infer<typeof projectDefaultsSchema>;
