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
  const host = useRoute('app.info', {}).data?.host;
  if (host !== 'desktop') return null;
  return (
    <section aria-labelledby="desktop-title" className="mt-6 flex flex-col gap-2">
      <h2 id="desktop-title" className="font-semibold text-read">
        Start, notifications and tray
      </h2>
      {choices.map(({ key, label }) => (
        <label key={key} className="flex min-h-7 items-center gap-2">
          <input
            type="checkbox"
            checked={settings[key]}
            onChange={(event) => update({ [key]: event.target.checked })}
          />
          {label}
        </label>
      ))}
    </section>
  );
}
