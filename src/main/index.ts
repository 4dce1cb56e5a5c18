import './hosts/common/newFilesPrivate.ts';
import { createCore } from './core.ts';
import { failToStart, startDesktop } from './hosts/electron/desktop.ts';

// Not awaited: Electron becomes ready only after this file has been evaluated.
startDesktop(import.meta.url, createCore).catch(failToStart);
