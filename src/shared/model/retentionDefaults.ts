import type { RetentionRule } from './maintenance.ts';

/** What a rule keeps by default, in the window and on the command line. */
export const retentionDefaults: Pick<RetentionRule, 'keepMarked' | 'keepMonitors' | 'automatic'> = {
  keepMarked: true,
  keepMonitors: true,
  automatic: false,
};
