import { defaultSettings } from '#shared/model/defaultSettings.ts';
import type { Settings } from '#shared/model/settings.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { changed } from '../../bridge/eventTable.ts';
import type { ServerData } from '../../bridge/serverData.ts';

export type SettingsAccess = {
  /** Resolves when the stored ones are here, or with the defaults where they cannot be read. */
  readonly load: () => Promise<Settings>;
  readonly current: () => Settings;
  /** Takes effect at once and is stored behind it. */
  readonly update: (changes: Partial<Settings>) => void;
};

/**
 * @param initial what is known before anything was read
 * @param onFailure told when something could not be read or stored
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
      // A reading that is on its way keeps the change too.
      apply([changed('settings.get', (settings) => ({ ...settings, ...changes }))]);
      bridge.call('settings.update', changes).catch(onFailure);
    },
  };
}

/** A part of the settings as they are now. */
export function useSettings<Part>(select: (settings: Settings) => Part): Part {
  return useRoute('settings.get', {}, { select }).data ?? select(defaultSettings);
}
