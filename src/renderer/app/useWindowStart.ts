import { useEffect, useRef, useState } from 'react';
import { isEngine } from '#shared/interface/engines.ts';
import type { ProjectDefaults } from '#shared/model/project.ts';
import { useBridge, useRoute } from '../bridge/BridgeContext.tsx';
import { failureOf } from '../bridge/client.ts';
import type { ComposerStore, ComposerValues } from '../features/ask/composerStore.ts';
import { readMarketSet } from '../features/ask/marketChoice.ts';
import { saveThrough } from '../ui/saveFile.ts';
import type { WindowStores } from './stores.ts';

/** Shows notices of the core, and restores the composer of the last session. */
export function useWindowStart({ settings, composer, shell }: WindowStores): void {
  const bridge = useBridge();
  const [remembered, setRemembered] = useState(false);
  useProjectDefaults(composer, remembered);
  const host = useRoute('app.info', {}).data?.host;
  useEffect(() => {
    if (host !== 'desktop') return;
    const { say } = shell.getState();
    const failed = (thrown: unknown): null => {
      say(failureOf(thrown).message, { level: 'error' });
      return null;
    };
    const save = async (name: string, blob: Blob): Promise<string | null> => {
      const bytes = new Uint8Array(await blob.arrayBuffer());
      const { saved } = await bridge.call('app.saveFile', { name, bytes });
      if (saved !== null)
        say(`${saved} saved`, {
          action: {
            label: 'Show in folder',
            run: () => void bridge.call('app.showSavedFile', { name: saved }).catch(failed),
          },
        });
      return saved;
    };
    saveThrough((name, blob) => save(name, blob).catch(failed));
  }, [bridge, host, shell]);
  useEffect(() => {
    const ends = [
      bridge.on('alert.raised', ({ alert, quiet }) => {
        if (!quiet) shell.getState().say(alert.text);
      }),
      bridge.on('notice', ({ level, message }) => shell.getState().say(message, { level })),
    ];
    void settings.load().then(({ lastEngine, lastOptions }) => {
      setRemembered(true);
      if (composer.getState().question !== '' || composer.getState().markets.length > 0) return;
      const { samples, options, markets } = lastOptions;
      composer.getState().fill({
        ...(lastEngine !== null && isEngine(lastEngine) ? { engine: lastEngine } : {}),
        ...(typeof samples === 'number' ? { samples } : {}),
        ...(isTexts(options) ? { options: new Set(options) } : {}),
        ...(isTexts(markets) ? { markets: readMarketSet(markets) } : {}),
      });
    });
    return () => {
      for (const end of ends) end();
    };
  }, [bridge, settings, composer, shell]);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/**
 * Fills a new question with the engine and markets of the project: when the window opens (unless there is a question
 * already), when another project is selected, and when the defaults change.
 * @param ready whether the composer of the last session has been restored; the project's defaults override it
 */
function useProjectDefaults(composer: ComposerStore, ready: boolean): void {
  const { data } = useRoute('projects.list', {});
  const project = data?.projects.find(({ id }) => id === data.currentId);
  const id = project?.id;
  const written = JSON.stringify(project?.defaults ?? {});
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (!ready || id === undefined) return;
    const now = `${id} ${written}`;
    const changed = before.current !== null && before.current !== now;
    before.current = now;
    if (changed || composer.getState().question === '')
      composer.getState().fill(valuesOf(JSON.parse(written)));
  }, [composer, ready, id, written]);
}

function valuesOf({ engine, markets }: ProjectDefaults): Partial<ComposerValues> {
  return {
    // Undefined would replace the engine that is chosen.
    ...(engine === undefined ? {} : { engine }),
    ...(markets === undefined
      ? {}
      : {
          markets: markets.flatMap(({ country, state }) => (country === null ? [] : [{ country, state }])),
        }),
  };
}
