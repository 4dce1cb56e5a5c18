import { useEffect, useState } from 'react';
import type { BridgeEvents } from '#shared/bridge/events.ts';
import { useBridge } from './BridgeContext.tsx';

type DataProgress = BridgeEvents['data.progress']['progress'];

/** How far work on the history's file is, or null when there is none. */
export function useDataProgress(): DataProgress {
  const bridge = useBridge();
  const [progress, setProgress] = useState<DataProgress>(null);
  useEffect(() => bridge.on('data.progress', (told) => setProgress(told.progress)), [bridge]);
  return progress;
}

export function progressText(progress: DataProgress): string {
  if (progress === null) return '';
  const { what, done, total } = progress;
  return `${what} · ${total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total))} %`;
}
