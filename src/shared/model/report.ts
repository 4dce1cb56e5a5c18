import { z } from 'zod';
import { objectSchema, strictSchema } from '../lazySchema.ts';
import { reportFormats, reportPapers, reportSectionIds } from './reportChoices.ts';

/** Maximum length of a logo as a data URL: some 110 KB of image data. */
export const maxLogoCharacters = 150_000;

const comment = z.string().trim().max(2000);

/** Appearance and content of a project's reports; everything has a default. */
export const reportSettingsSchema = objectSchema(() => ({
  /** Replaces the question or the plan's name. */
  title: z.string().trim().max(120).default(''),
  /** A PNG or JPEG as a data URL. */
  logo: z
    .string()
    .regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+$/, 'The logo must be a PNG or JPEG picture.')
    .max(maxLogoCharacters, 'The logo can have at most 110 KB.')
    .nullable()
    .default(null),
  colour: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'The colour must be written like #0b5a72.')
    .default('#0b5a72'),
  paper: z.enum(reportPapers).default('A4'),
  sections: z
    .array(z.enum(reportSectionIds))
    .min(1, 'Choose at least one section.')
    .default([...reportSectionIds]),
  /** The author's comment above a section. */
  comments: z.partialRecord(z.enum(reportSectionIds), comment).default({}),
}));

export const reportSliceShape = {
  runId: z.string(),
  /** For a plan's run: only this question, counted from 0, and this engine; all if absent. */
  question: z.number().int().min(0).optional(),
  engine: z.string().max(60).optional(),
};
export const reportRequestSchema = strictSchema(() => ({
  ...reportSliceShape,
  format: z.enum(reportFormats),
  /** Overrides the project's settings for this report. */
  settings: z
    .strictObject({
      title: reportSettingsSchema.unwrap().shape.title.optional(),
      paper: z.enum(reportPapers).optional(),
      sections: z.array(z.enum(reportSectionIds)).min(1).optional(),
    })
    .default({}),
}));

export type ReportSectionId = (typeof reportSectionIds)[number];
export type ReportFormat = (typeof reportFormats)[number];
export type ReportSettings = z.output<typeof reportSettingsSchema>;
