import type { Settings } from '#shared/model/settings.ts';

type Theme = Settings['theme'];

const storageKey = 'parallax.theme';

/** The last theme, so that the first paint is correct before the settings have been loaded. */
export function rememberedTheme(): Theme {
  try {
    const stored = window.localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** Applies a theme. The colours are defined in theme.css. */
export function showTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    window.localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage, only the first paint has the wrong theme.
  }
}
