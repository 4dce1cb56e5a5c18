import { useEffect, useState } from 'react';
import { useBridge } from '../bridge/BridgeContext.tsx';
import { formatAddress } from '../window/address.ts';
import type { WindowStores } from './stores.ts';

/** Addresses that name no screen. */
const plain: ReadonlySet<string> = new Set(['', '#', '#/']);

/**
 * Opens the overview at the start if there are runs of an earlier day and a brand of yours; otherwise it would have
 * nothing to compare. An address, a question that is being typed, or a navigation takes precedence.
 */
export function useOverviewAtStart({ composer }: WindowStores): void {
  const bridge = useBridge();
  const [plainAtStart] = useState(() => plain.has(window.location.hash));
  useEffect(() => {
    if (!plainAtStart) return;
    const today = new Date().setHours(0, 0, 0, 0);
    Promise.all([
      bridge.call('runs.list', { limit: 1, before: { createdAtMs: today, id: '' } }),
      bridge.call('brands.get', {}),
    ]).then(
      ([earlier, { brands }]) => {
        if (earlier.runs.length === 0 || !brands.some(({ kind }) => kind === 'own')) return;
        if (!plain.has(window.location.hash) || composer.getState().question !== '') return;
        window.location.replace(formatAddress({ name: 'overview' }));
      },
      // The visible screen reports errors itself.
      () => {},
    );
  }, [bridge, composer, plainAtStart]);
}
