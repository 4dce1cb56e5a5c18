import { defaultSettings } from '#shared/model/defaultSettings.ts';
import type { Settings } from '#shared/model/settings.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { changed } from '../../bridge/eventTable.ts';
import type { ServerData } from '../../bridge/serverData.ts';

export type SettingsAccess = {
  /** Resolves with the stored settings, or with the defaults if they cannot be read. */
  readonly load: () => Promise<Settings>;
  readonly current: () => Settings;
  /** Applies changes immediately and stores them afterwards. */
  readonly update: (changes: Partial<Settings>) => void;
};

/**
 * @param initial settings before the first read
 * @param onFailure called if settings could not be read or stored
 */
export function createSettings(
  { bridge, queries, routeQuery, apply, held }: ServerData,
  initial: Partial<Settings> = {},
  onFailure: (thrown: unknown) => void = () => undefined,
): SettingsAccess {
  const query = routeQuery('settings.get', {});
  queries.setQueryData(query.queryKey, { ...defaultSettings, ...initial });
  const current = (): Settings => held('settings.get', {}) ?? { ...defaultSettings, ...initial };
  return {
    current,
    load: async () => {
      try {
        return await queries.fetchQuery({ ...query, staleTime: 0 });
      } catch (thrown) {
        onFailure(thrown);
        return current();
      }
    },
    update: (changes) => {
      // A running read keeps the change.
      apply([changed('settings.get', (settings) => ({ ...settings, ...changes }))]);
      bridge.call('settings.update', changes).catch(onFailure);
    },
  };
}

/** A part of the current settings. */
export function useSettings<Part>(select: (settings: Settings) => Part): Part {
  return useRoute('settings.get', {}, { select }).data ?? select(defaultSettings);
}
