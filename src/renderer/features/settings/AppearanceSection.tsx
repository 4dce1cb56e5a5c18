import { Monitor, Moon, Sun } from 'lucide-react';
import { type SettingsAccess, useSettings } from './settings.ts';

const themes = [
  { value: 'system', label: 'System', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const;

/** Theme: light, dark, or as the system. */
export function AppearanceSection({ update }: Pick<SettingsAccess, 'update'>) {
  const theme = useSettings((settings) => settings.theme);
  return (
    <section aria-labelledby="appearance-title" className="flex flex-col gap-3">
      <h2 id="appearance-title" className="font-semibold text-title">
        Appearance
      </h2>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1.5 font-medium text-ink-2 text-table">Theme</legend>
        {themes.map(({ value, label, Icon }) => (
          <label
            key={value}
            className="flex h-9 items-center gap-2 rounded-md border border-line-strong bg-surface px-3 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="theme"
              className="sr-only"
              checked={theme === value}
              onChange={() => update({ theme: value })}
            />
            <Icon size={14} aria-hidden="true" className="text-ink-2" />
            {label}
          </label>
        ))}
      </fieldset>
    </section>
  );
}
