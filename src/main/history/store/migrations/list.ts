import { init } from './0010_init.ts';
import { imports } from './0015_imports.ts';
import { brands } from './0020_brands.ts';
import { search } from './0030_search.ts';
import { plans } from './0040_plans.ts';
import { monitors } from './0041_monitors.ts';
import { projects } from './0050_projects.ts';
import { derived } from './0051_derived.ts';
import { notes } from './0052_notes.ts';
import { retention } from './0053_retention.ts';
import { alerts } from './0054_alerts.ts';
import { charges } from './0055_charges.ts';
import { packing } from './0056_packing.ts';
import { beginnings } from './0057_beginnings.ts';
import type { Migration } from './migration.ts';

/** Every step, oldest first. A released step is never edited: add another one. */
export const migrations: readonly Migration[] = [
  init,
  imports,
  brands,
  search,
  plans,
  monitors,
  projects,
  derived,
  notes,
  retention,
  alerts,
  charges,
  packing,
  beginnings,
];
