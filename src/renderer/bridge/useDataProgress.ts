import { useEffect, useState } from 'react';
import type { BridgeEvents } from '#shared/bridge/events.ts';
import { useBridge } from '../../bridge/BridgeContext.tsx';

/** How far work on the history's file is, or null when there is none. */
export function useDataProgress(): BridgeEvents['data.progress']['progress'] {
  const bridge = useBridge();
  const [progress, setProgress] = useState<BridgeEvents['data.progress']['progress']>(null);
  useEffect(() => bridge.on('data.progress', (told) => setProgress(told.progress)), [bridge]);
  return progress;
}
