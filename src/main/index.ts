import './hosts/common/newFilesPrivate.ts';
import { failToStart, startDesktop } from './hosts/electron/desktop.ts';

// Not awaited: Electron becomes ready only after this file has been evaluated.
startDesktop(import.meta.url, async (ports) => (await import('./core.ts')).createCore(ports)).catch(
  failToStart,
);
