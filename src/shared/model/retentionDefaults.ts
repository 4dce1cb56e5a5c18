import type { RetentionRule } from './maintenance.ts';

/** What a rule keeps while nobody says otherwise, in window and command alike: what somebody cares about. */
export const retentionDefaults: Pick<RetentionRule, 'keepMarked' | 'keepMonitors' | 'automatic'> = {
  keepMarked: true,
  keepMonitors: true,
  automatic: false,
};
