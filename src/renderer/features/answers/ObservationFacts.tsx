import { surfaceLabel } from '#shared/interface/surface.ts';
import type { ObservationDetail } from '#shared/model/observation.ts';
import { completionLabel, costLabel, locationMethod, wordsOf } from '../../reading/observationFacts.ts';
import { useEngineNames } from '../../ui/engineNames.ts';
import { Facts } from '../../ui/Facts.tsx';
import { formatAbsolute, formatCount, formatDuration } from '../../ui/format.ts';
import { languageLabel } from '../../ui/locationLabels.ts';

/** Provenance and cost of an answer. */
export function ObservationFacts({ detail }: { readonly detail: ObservationDetail }) {
  const nameOf = useEngineNames();
  return (
    <Facts
      facts={[
        ['Asked as', detail.wording ?? null],
        ['Engine', nameOf(detail.engine)],
        ['Provider', detail.driver],
        ['Surface', detail.surface === null ? null : surfaceLabel(detail.surface)],
        ['Persona', detail.persona],
        ['Model', detail.model],
        ['Completion', completionLabel(detail)],
        ['Response type', detail.servedShape],
        ['Requested country', detail.market.country ?? 'none'],
        ['Location method', locationMethod(detail.countryHonoured)],
        ['Language', detail.language ? `${languageLabel(detail.language)} (${detail.language})` : null],
        ['Words', formatCount(wordsOf(detail))],
        ['Sources', formatCount(detail.sources.length)],
        ['Repeat', detail.sample > 0 ? formatCount(detail.sample) : null],
        ['Received', formatAbsolute(detail.receivedAtMs)],
        ['Duration', detail.latencyMs === null ? null : formatDuration(detail.latencyMs)],
        ['Credits', detail.creditsCharged === null ? null : formatCount(detail.creditsCharged)],
        ['Provider cost', costLabel(detail)],
        ['Request ID', detail.requestId, 'copy'],
        ['Provider request ID', detail.providerRequestId, 'copy'],
        ['SHA-256', detail.payloadSha256, 'copy'],
        ['Imported', detail.imported ? 'yes' : 'no'],
      ]}
    />
  );
}
