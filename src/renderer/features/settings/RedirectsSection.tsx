import { useRoute } from '../../bridge/BridgeContext.tsx';
import { type SettingsAccess, useSettings } from './settings.ts';

const number = (value: number): string => value.toLocaleString('en');

/** Whether redirects are resolved in the background, and the progress. */
export function RedirectsSection({ update }: Pick<SettingsAccess, 'update'>) {
  const on = useSettings((settings) => settings.resolveRedirects);
  const status = useRoute('redirects.status', {});
  return (
    <section aria-labelledby="redirects-title" className="flex flex-col gap-2">
      <h2 id="redirects-title" className="font-semibold text-read">
        Redirects
      </h2>
      <p className="max-w-prose text-ink-2">
        Some engines return redirect links instead of the page. Resolving them costs no credits; the source
        then counts for its final domain. The original URL is kept.
      </p>
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          className="size-4"
          checked={on}
          onChange={(event) => update({ resolveRedirects: event.target.checked })}
        />
        Resolve redirects in the background
      </label>
      {status.data ? (
        <p className="text-ink-2 text-table tabular">
          {number(status.data.resolved)} resolved, {number(status.data.waiting)} waiting,{' '}
          {number(status.data.refused)} skipped.
          {status.data.lastFailure === null ? null : <> Last failure: {status.data.lastFailure}</>}
        </p>
      ) : null}
    </section>
  );
}
