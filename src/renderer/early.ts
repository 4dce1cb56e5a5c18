import { rememberedTheme, showTheme } from './app/theme.ts';
import { hostBridge } from './host/hostBridge.ts';

// Runs before the first paint, while the other scripts are loading: applies the theme, and opens the browser session
// early.
showTheme(rememberedTheme());
hostBridge();
