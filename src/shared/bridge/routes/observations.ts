import { z } from 'zod';
import type { ObservationDetail, ObservationView } from '../../model/observation.ts';
import { labelSchema, noteText } from '../../model/observation.ts';
import type { Series } from '../../model/series.ts';
import { mutation, type Nothing, nothing, query } from '../route.ts';

export const observationRoutes = {
  'observations.get': query(() => ({ id: z.string() })).returns<ObservationDetail>(),
  'observations.getMany': query(() => ({ ids: z.array(z.string()).max(300) })).returns<{
    readonly observations: readonly ObservationView[];
  }>(),
  /** Stored HTML of one page, for the sandboxed frame. */
  'observations.page': query(() => ({ id: z.string(), pageId: z.string() })).returns<{
    readonly html: string;
  }>(),
  'notes.add': mutation(() => ({ observationId: z.string(), text: noteText })).returns<{
    readonly id: string;
  }>(),
  'notes.edit': mutation(() => ({ id: z.string(), text: noteText })).returns<Nothing>(),
  'notes.remove': mutation(() => ({ id: z.string() })).returns<{ readonly removed: boolean }>(),
  /** Every label in use, most used first. */
  'labels.list': query(nothing).returns<{
    readonly labels: readonly { readonly name: string; readonly answers: number }[];
  }>(),
  /** The labels an answer has from now on. */
  'labels.set': mutation(() => ({
    observationId: z.string(),
    labels: z.array(labelSchema).max(20),
  })).returns<{ readonly labels: readonly string[] }>(),
  /** One question, engine and market over time, around one of its answers. */
  'observations.series': query(() => ({
    id: z.string(),
    /** Only runs of this monitor. */
    monitorId: z.string().nullable().default(null),
    fromMs: z.number().optional(),
    /** Not included. */
    beforeMs: z.number().optional(),
  })).returns<Series>(),
};
