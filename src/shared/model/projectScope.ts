import { z } from 'zod';

/** A project by id, or by name ignoring case. */
export const projectRefSchema = z.string().min(1).max(200);

/** The project of a call; by default the current one. */
export const inProject = { project: projectRefSchema.optional() };
