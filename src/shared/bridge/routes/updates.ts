import { z } from 'zod';
import { updateViewSchema } from '../../model/updates.ts';
import { mutation, query } from '../route.ts';

const nothing = z.strictObject({});

export const updateRoutes = {
  'updates.state': query(
    () => nothing,
    () => updateViewSchema,
  ),
  /** Checks now; returns the state right after the start. */
  'updates.check': mutation(
    () => nothing,
    () => updateViewSchema,
  ),
  'updates.download': mutation(
    () => nothing,
    () => updateViewSchema,
  ),
  /** Exits and installs, as soon as no run, export or maintenance is in progress. */
  'updates.install': mutation(
    () => nothing,
    () => updateViewSchema,
  ),
};
