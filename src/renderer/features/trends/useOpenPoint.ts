import { useState } from 'react';
import type { TrendQueryInput } from '#shared/model/trend.ts';
import type { TrendBucket, TrendSeries } from '#shared/model/trendLines.ts';
import { useBridge } from '../../bridge/BridgeContext.tsx';
import { type BridgeFailure, failureOf } from '../../bridge/client.ts';

/** Opens the answers of a point. */
export function useOpenPoint(
  onAnswers: (ids: readonly string[]) => void,
  onSaid: (message: string) => void,
): {
  readonly failure: BridgeFailure | null;
  readonly open: (query: TrendQueryInput, line: TrendSeries, bucket: TrendBucket | undefined) => void;
} {
  const bridge = useBridge();
  const [failure, setFailure] = useState<BridgeFailure | null>(null);
  return {
    failure,
    open: (query, line, bucket) => {
      if (bucket === undefined) return;
      setFailure(null);
      const { fromMs, beforeMs } = bucket;
      bridge
        .call('trends.answers', { query, line: line.key, period: { fromMs, beforeMs } })
        .then(({ ids, total }) => {
          if (ids.length < total) onSaid(`Showing the latest ${ids.length} of ${total} answers.`);
          onAnswers(ids);
        })
        .catch((thrown: unknown) => setFailure(failureOf(thrown)));
    },
  };
}
