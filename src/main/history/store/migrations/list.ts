import { first } from './0100First.ts';
import type { Migration } from './migration.ts';

/** Every step, oldest first. A released step is never edited: add another one with the next number. */
export const migrations: readonly Migration[] = [first];
