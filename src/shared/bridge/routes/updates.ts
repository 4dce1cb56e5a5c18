import { z } from 'zod';
import { updateViewSchema } from '../../model/updates.ts';
import { mutation, query } from '../route.ts';

const nothing = z.strictObject({});

export const updateRoutes = {
  'updates.state': query(nothing, updateViewSchema),
  /** Looks now; the answer is the state right after it began. */
  'updates.check': mutation(nothing, updateViewSchema),
  'updates.download': mutation(nothing, updateViewSchema),
  /** Ends the program and installs, as soon as no run, export or maintenance goes on. */
  'updates.install': mutation(nothing, updateViewSchema),
};
