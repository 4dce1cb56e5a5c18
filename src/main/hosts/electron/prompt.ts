import { type BrowserWindow, dialog, type MessageBoxOptions, type MessageBoxReturnValue } from 'electron';

/** A prompt of the window, which stays above it; of the program where there is none. */
export const showPrompt = (
  window: BrowserWindow | null,
  options: MessageBoxOptions,
): Promise<MessageBoxReturnValue> =>
  window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options);
