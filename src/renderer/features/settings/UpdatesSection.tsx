import type { UpdateView } from '#shared/model/updates.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { type SettingsAccess, useSettings } from './settings.ts';

/** Updates: channel, available version, and the steps to install it. */
export function UpdatesSection({ update }: Pick<SettingsAccess, 'update'>) {
  const host = useRoute('app.info', {}).data?.host;
  const { data: updates, error } = useRoute('updates.state', {});
  const settings = useSettings((stored) => stored);
  const check = useAction('updates.check', ['updates.']);
  const download = useAction('updates.download', ['updates.']);
  const install = useAction('updates.install', ['updates.']);
  if (host !== 'desktop') return null;
  return (
    <section aria-labelledby="updates-title" className="mt-6 flex flex-col gap-3">
      <h2 id="updates-title" className="font-semibold text-title">
        Updates
      </h2>
      {error ? <ErrorNotice error={error} /> : null}
      {updates === undefined ? null : updates.phase === 'off' ? (
        <p className="text-ink-2">{updates.problem}</p>
      ) : (
        <>
          <label className="flex min-h-7 items-center gap-2">
            <input
              type="checkbox"
              checked={settings.lookForUpdates}
              onChange={(event) => update({ lookForUpdates: event.target.checked })}
            />
            Look for new versions a few times a day
          </label>
          <label className="flex min-h-7 items-center gap-2">
            <input
              type="checkbox"
              checked={settings.updateChannel === 'beta'}
              onChange={(event) => update({ updateChannel: event.target.checked ? 'beta' : 'stable' })}
            />
            Beta versions too
          </label>
          <p role="status" className="wrap-anywhere">
            {sentence(updates)}
          </p>
          {updates.problem ? <Notice tone="warn">{updates.problem}</Notice> : null}
          {updates.release?.notes ? (
            <pre className="max-w-prose whitespace-pre-wrap font-sans text-ink-2">
              {updates.release.notes}
            </pre>
          ) : null}
          <div className="flex gap-2">
            {updates.phase === 'idle' || updates.phase === 'offered' ? (
              <Button onClick={() => check.mutate({})}>Check now</Button>
            ) : null}
            {updates.phase === 'offered' ? (
              <Button look="primary" onClick={() => download.mutate({})}>
                Download
              </Button>
            ) : null}
            {updates.phase === 'ready' ? (
              <Button look="primary" onClick={() => install.mutate({})}>
                {updates.installs ? 'Restart and install' : 'Show in folder'}
              </Button>
            ) : null}
          </div>
        </>
      )}
    </section>
  );
}

function sentence({ phase, release, share, checkedAtMs, file }: UpdateView): string {
  const version = release?.version ?? '';
  switch (phase) {
    case 'checking':
      return 'Looking for a new version…';
    case 'offered':
      return `Version ${version} is available.`;
    case 'downloading':
      return `Downloading version ${version}: ${Math.floor(100 * share)} %`;
    case 'ready':
      return file === null
        ? `Version ${version} is downloaded and verified.`
        : `Version ${version} is downloaded, and its checksum is correct. Install it with: sudo apt install ${file}`;
    case 'waiting':
      return `Version ${version} is installed as soon as runs, exports and data maintenance have ended.`;
    case 'installing':
      return `Parallax closes and installs version ${version}.`;
    default:
      return checkedAtMs === null ? 'Not checked yet.' : 'No newer version.';
  }
}
