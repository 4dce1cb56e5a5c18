import { rememberedTheme, showTheme } from './app/theme.ts';
import { hostBridge } from './host/hostBridge.ts';

// Runs before anything is painted, and while the window's own scripts are still on their way: the frame of index.html is in the
// right theme, and the session of a browser is open by the time somebody asks for it.
showTheme(rememberedTheme());
hostBridge();
