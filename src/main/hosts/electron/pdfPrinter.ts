import { randomUUID } from 'node:crypto';
import { BrowserWindow } from 'electron';
import type { PdfPrinter } from '../../ports.ts';
import { pageHeaders } from '../common/pagePolicy.ts';
import { windowOrigin } from './windowScheme.ts';

export type DesktopPrinter = PdfPrinter & {
  /** The report served at this URL while it is printed; null for every other URL. */
  readonly answer: (address: string) => Response | null;
};

/**
 * Prints reports in a hidden window: sandboxed, without scripts and without the preload, so the page has no
 * access to anything. It uses the window's own scheme because data URLs are limited to two megabytes.
 */
export function createPdfPrinter(): DesktopPrinter {
  const reports = new Map<string, string>();
  return {
    answer: (address) => {
      const html = reports.get(address);
      return html === undefined
        ? null
        : new Response(html, { headers: { ...pageHeaders, 'Content-Type': 'text/html; charset=utf-8' } });
    },
    pdfOf: async (html) => {
      const address = `${windowOrigin}/report-${randomUUID()}.html`;
      reports.set(address, html);
      const window = new BrowserWindow({
        show: false,
        webPreferences: {
          sandbox: true,
          contextIsolation: true,
          nodeIntegration: false,
          javascript: false,
          devTools: false,
        },
      });
      try {
        await window.loadURL(address);
        return await window.webContents.printToPDF({ printBackground: true, preferCSSPageSize: true });
      } finally {
        reports.delete(address);
        window.destroy();
      }
    },
  };
}
