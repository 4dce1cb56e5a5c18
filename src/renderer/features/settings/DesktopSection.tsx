import type { SpellingFacts } from '#shared/model/settings.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { type SettingsAccess, useSettings } from './settings.ts';

const choices = [
  { key: 'reopenLastView', label: 'Open with the last screen' },
  {
    key: 'runNotifications',
    label: 'Notify me when a run ends while the window is in the background',
  },
  {
    key: 'keepInTray',
    label: 'Keep running in the tray while there are monitors',
  },
  {
    key: 'startAtLogin',
    label: 'Start in the tray at login while there are monitors',
  },
] as const;

/** Settings of the desktop program outside its window. Other hosts have none. */
export function DesktopSection({ update }: Pick<SettingsAccess, 'update'>) {
  const settings = useSettings((stored) => stored);
  const info = useRoute('app.info', {}).data;
  if (info?.host !== 'desktop') return null;
  const choice = (key: (typeof choices)[number]['key'] | 'checkSpelling', label: string) => (
    <label key={key} className="flex min-h-7 items-center gap-2">
      <input
        type="checkbox"
        checked={settings[key]}
        onChange={(event) => update({ [key]: event.target.checked })}
      />
      {label}
    </label>
  );
  return (
    <>
      <section aria-labelledby="desktop-title" className="mt-6 flex flex-col gap-2">
        <h2 id="desktop-title" className="font-semibold text-read">
          Start, notifications and tray
        </h2>
        {choices.map(({ key, label }) => choice(key, label))}
      </section>
      {info.spelling === null ? null : (
        <section aria-labelledby="spelling-title" className="mt-6 flex flex-col gap-2">
          <h2 id="spelling-title" className="font-semibold text-read">
            Spelling
          </h2>
          {choice('checkSpelling', 'Check spelling in text fields')}
          <p className="text-ink-2 text-table">{spellingNote(info.spelling)}</p>
        </section>
      )}
    </>
  );
}

function spellingNote({ downloads, languages }: SpellingFacts): string {
  if (!downloads) return 'Your system checks the text, in its own languages. Nothing is downloaded.';
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const list = new Intl.ListFormat('en').format(languages.map((tag) => names.of(tag) ?? tag));
  const what = languages.length === 1 ? 'the dictionary' : 'the dictionaries';
  return `Turning this on downloads ${what} for ${list}, the preferred languages of your system, from a server of Google (redirector.gvt1.com): usually 0.5 to 2 MB each, once. What you type is checked on this computer and sent nowhere.`;
}
