import { useState } from 'react';
import { languageName } from '#shared/geo/languages.ts';
import type { ModelDirection, ModelDownload, OfferedModel } from '#shared/model/translationModels.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatBytes } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';

const directionLabel = ({ from, to }: ModelDirection): string =>
  `${languageName(from, 'en')} to ${languageName(to, 'en')}`;
const isSame = (one: ModelDirection, other: ModelDirection): boolean =>
  one.from === other.from && one.to === other.to;

/** Translation models to download, and those that are stored. Nothing is asked for before a button is pressed. */
export function ModelDownloads({ address }: { readonly address: string | null }) {
  const [asked, setAsked] = useState(false);
  const state = useRoute('translationModels.state', {}).data;
  const offered = useRoute('translationModels.offered', {}, { enabled: asked && address !== null });
  const remove = useAction('translationModels.remove', ['translationModels.state', 'translations.']);
  const stored = state?.stored ?? [];
  const downloads = state?.downloads ?? [];
  return (
    <section aria-label="Downloaded translation models" className="flex max-w-prose flex-col gap-2">
      {stored.map((model) => (
        <div key={directionLabel(model)} className="flex flex-wrap items-center gap-2">
          <span className="flex-1">
            {directionLabel(model)}{' '}
            <span className="text-ink-2 tabular">{formatBytes(model.bytes)}, on this computer</span>
          </span>
          <Button
            size="small"
            aria-label={`Remove ${directionLabel(model)}`}
            onClick={() => remove.mutate({ from: model.from, to: model.to })}
          >
            Remove
          </Button>
        </div>
      ))}
      {address === null ? null : (
        <div>
          <Button busy={offered.isFetching} onClick={() => (asked ? void offered.refetch() : setAsked(true))}>
            Show models at the address
          </Button>
        </div>
      )}
      {offered.error ? <ErrorNotice error={offered.error} /> : null}
      {remove.error ? <ErrorNotice error={remove.error} /> : null}
      {offered.data === undefined ? null : (
        <>
          <p className="text-ink-2">
            {offered.data.models.length === 0
              ? 'The list has no complete model.'
              : `Licence of the models: ${offered.data.licence}. Every file is checked against its SHA-256.`}
          </p>
          <ul aria-label="Models at the address" className="flex flex-col divide-y divide-line">
            {offered.data.models.map((model) => (
              <Offered
                key={directionLabel(model)}
                model={model}
                isStored={stored.some((each) => isSame(each, model))}
                download={downloads.find((each) => isSame(each, model))}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

type OfferedProps = {
  readonly model: OfferedModel;
  readonly isStored: boolean;
  readonly download: ModelDownload | undefined;
};

function Offered({ model, isStored, download }: OfferedProps) {
  const begin = useAction('translationModels.download', ['translationModels.state']);
  const cancel = useAction('translationModels.cancel', ['translationModels.state']);
  const direction = { from: model.from, to: model.to };
  const label = directionLabel(model);
  const isRunning = download?.state === 'running';
  const isCut = download?.state === 'cancelled' || download?.state === 'failed';
  return (
    <li className="flex flex-col gap-1 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="flex-1">
          {label}{' '}
          <span className="text-ink-2 tabular">
            version {model.version}, {formatBytes(model.bytes)}
          </span>
        </span>
        {isRunning ? (
          <Button size="small" aria-label={`Cancel ${label}`} onClick={() => cancel.mutate(direction)}>
            Cancel
          </Button>
        ) : (
          <Button
            size="small"
            aria-label={`${isCut ? 'Continue' : isStored ? 'Download again' : 'Download'} ${label}`}
            busy={begin.isPending}
            onClick={() => begin.mutate(direction)}
          >
            {isCut ? 'Continue' : isStored ? 'Download again' : 'Download'}
          </Button>
        )}
      </div>
      {isRunning ? (
        <progress
          aria-label={`Download of ${label}`}
          max={Math.max(1, download.total)}
          value={download.received}
          className="h-1.5 w-full accent-accent"
        />
      ) : null}
      <p role="status" className="text-table empty:hidden">
        {download === undefined
          ? ''
          : isRunning
            ? `${formatBytes(download.received)} of ${formatBytes(download.total)}`
            : (download.reason ?? (download.state === 'completed' ? 'Stored on this computer' : 'Cancelled'))}
      </p>
      <details>
        <summary className="text-ink-2 text-table">Files and SHA-256</summary>
        <ul className="flex flex-col text-mini">
          {model.files.map(({ name, bytes, sha256 }) => (
            <li key={name} className="wrap-anywhere">
              {name}, {formatBytes(bytes)}, <span className="font-mono">{sha256}</span>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
