import { useEffect, useState } from 'react';
import { isEngine } from '#shared/interface/engines.ts';
import { useBridge } from '../bridge/BridgeContext.tsx';
import { readMarketSet } from '../features/ask/marketChoice.ts';
import type { WindowStores } from './stores.ts';
import { useProjectDefaults } from './useProjectDefaults.ts';

/** What the core says aloud, and the composer as it was left the last time. */
export function useBeginnings({ settings, composer, shell }: WindowStores): void {
  const bridge = useBridge();
  const [remembered, setRemembered] = useState(false);
  useProjectDefaults(composer, remembered);
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
