import type { Settings } from './settings.ts';

/** As a program has them that nobody has set up. */
export const defaultSettings: Settings = {
  theme: 'system',
  lastEngine: null,
  recentMarketSets: [],
  lastOptions: {},
  sidebarCollapsed: false,
  runNotifications: true,
  keepInTray: false,
  collectQueued: 'automatic',
  resolveRedirects: true,
  lookForUpdates: true,
  updateChannel: 'stable',
  runTab: 'overview',
  columnWidths: [],
};
