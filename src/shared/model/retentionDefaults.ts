import type { RetentionRule } from './maintenance.ts';

/** What a rule keeps by default, in the window and on the command line. */
export const retentionDefaults: Pick<RetentionRule, 'keepMarked' | 'keepMonitors' | 'automatic'> = {
  keepMarked: true,
  keepMonitors: true,
  automatic: false,
};

/** Days that a deleted run stays in the trash. */
export const trashDays = 30;
