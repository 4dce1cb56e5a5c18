import type { Settings } from '#shared/model/settings.ts';

type Theme = Settings['theme'];

const storageKey = 'parallax.theme';

/** The theme of the last time, so that the first picture is right before the settings have arrived. */
export function rememberedTheme(): Theme {
  try {
    const stored = window.localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** Shows a theme; the colours themselves are in theme.css. */
export function showTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    window.localStorage.setItem(storageKey, theme);
  } catch {
    // A window without storage only loses the first picture.
  }
}
