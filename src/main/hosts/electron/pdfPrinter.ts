import { randomUUID } from 'node:crypto';
import { BrowserWindow } from 'electron';
import type { PdfPrinter } from '../../ports.ts';
import { pageHeaders } from '../common/pagePolicy.ts';
import { windowOrigin } from './windowScheme.ts';

export type DesktopPrinter = PdfPrinter & {
  /** The report that stands at this address while it is printed; null for every other address. */
  readonly answer: (address: string) => Response | null;
};

/**
 * Prints reports in a window nobody sees: sandboxed, without scripts and without the preload, so the page can reach
 * nothing. It lives under the window's own scheme because data addresses end at two megabytes.
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
