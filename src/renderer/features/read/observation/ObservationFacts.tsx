import type { ObservationDetail } from '#shared/model/observation.ts';
import { useEngineNames } from '../../../ui/engineNames.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { formatAbsolute, formatCount, formatDuration, formatQuantity } from '../../../ui/format.ts';
import { languageLabel } from '../../../ui/placeNames.ts';
import { locationMethod, wordsOf } from '../observationFacts.ts';

/** Where an answer comes from and what it cost. */
export function ObservationFacts({ detail }: { readonly detail: ObservationDetail }) {
  const nameOf = useEngineNames();
  return (
    <Facts
      facts={[
        ['Engine', nameOf(detail.engine)],
        ['Provider', detail.driver],
        ['Model', detail.model],
        ['Response type', detail.servedShape],
        ['Requested country', detail.market.country ?? 'none'],
        ['Location method', locationMethod(detail.countryHonoured)],
        ['Language', detail.language ? `${languageLabel(detail.language)} (${detail.language})` : null],
        ['Words', formatCount(wordsOf(detail))],
        ['Sources', formatCount(detail.sources.length)],
        ['Sample', detail.sample > 0 ? formatCount(detail.sample) : null],
        ['Received', formatAbsolute(detail.receivedAtMs)],
        ['Duration', detail.latencyMs === null ? null : formatDuration(detail.latencyMs)],
        ['Credits', detail.creditsCharged === null ? null : formatQuantity(detail.creditsCharged, 'credit')],
        ['Request ID', detail.requestId, 'copy'],
        ['SHA-256', detail.payloadSha256, 'copy'],
        ['Imported', detail.imported ? 'yes' : 'no'],
      ]}
    />
  );
}
