import { z } from 'zod';
import { type Annotation, annotationDay, annotationText } from '../../model/annotation.ts';
import { mutation, nothing, ofProject, query } from '../route.ts';

export const annotationRoutes = {
  /** Of one project, earliest day first. */
  'annotations.list': ofProject(query(nothing).returns<{ readonly annotations: readonly Annotation[] }>()),
  'annotations.add': ofProject(
    mutation(() => z.strictObject({ day: annotationDay, text: annotationText })).returns<Annotation>(),
  ),
  'annotations.edit': mutation(() =>
    z.strictObject({ id: z.string(), day: annotationDay.optional(), text: annotationText.optional() }),
  ).returns<Readonly<Record<string, never>>>(),
  'annotations.remove': mutation(() => z.strictObject({ id: z.string() })).returns<{
    readonly removed: boolean;
  }>(),
};
