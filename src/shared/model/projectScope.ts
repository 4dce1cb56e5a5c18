import { z } from 'zod';

/** A project by id, or by name whatever the case. */
export const projectRefSchema = z.string().min(1).max(200);

/** What a call is about; the project in use when absent. */
export const inProject = { project: projectRefSchema.optional() };
