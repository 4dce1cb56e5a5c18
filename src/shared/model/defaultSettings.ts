import type { Settings } from './settings.ts';

/** Settings of a new installation. */
export const defaultSettings: Settings = {
  theme: 'system',
  lastEngine: null,
  recentMarketSets: [],
  lastOptions: {},
  sidebarCollapsed: false,
  runNotifications: true,
  keepInTray: false,
  startAtLogin: false,
  reopenLastView: true,
  checkSpelling: false,
  collectQueued: 'automatic',
  resolveRedirects: true,
  lookForUpdates: true,
  updateChannel: 'stable',
  runTab: 'overview',
  translation: {
    deepl: { pricePerMillion: null, currency: 'EUR' },
    libreTranslate: { address: null },
    models: { folder: null, address: null },
  },
  columnWidths: [],
};
