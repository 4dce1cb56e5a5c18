import { z } from 'zod';
import type { UpdateView } from '../../model/updates.ts';
import { mutation, query } from '../route.ts';

const nothing = z.strictObject({});

export const updateRoutes = {
  'updates.state': query(() => nothing).returns<UpdateView>(),
  /** Checks now; returns the state right after the start. */
  'updates.check': mutation(() => nothing).returns<UpdateView>(),
  'updates.download': mutation(() => nothing).returns<UpdateView>(),
  /** Exits and installs, as soon as no run, export or maintenance is in progress. */
  'updates.install': mutation(() => nothing).returns<UpdateView>(),
};
