import { z } from 'zod';
import { annotationDay, annotationSchema, annotationText } from '../../model/annotation.ts';
import { mutation, ofProject, query } from '../route.ts';

export const annotationRoutes = {
  /** Of one project, earliest day first. */
  'annotations.list': ofProject(
    query(
      () => z.strictObject({}),
      () => z.object({ annotations: z.array(annotationSchema) }),
    ),
  ),
  'annotations.add': ofProject(
    mutation(
      () => z.strictObject({ day: annotationDay, text: annotationText }),
      () => annotationSchema,
    ),
  ),
  'annotations.edit': mutation(
    () => z.strictObject({ id: z.string(), day: annotationDay.optional(), text: annotationText.optional() }),
    () => z.object({}),
  ),
  'annotations.remove': mutation(
    () => z.strictObject({ id: z.string() }),
    () => z.object({ removed: z.boolean() }),
  ),
};
