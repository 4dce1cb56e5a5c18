import { execFile } from 'node:child_process';
import { access, constants, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { AppError } from '#shared/model/appError.ts';
import { asUnwritten } from '../../exports/writeWhole.ts';
import type { PdfPrinter } from '../../ports.ts';

const run = promisify(execFile);
/** A report of a large plan takes seconds. */
const printMs = 120_000;
/** Less free space than this explains why a browser could not print. */
const probeBytes = 4 * 1024 * 1024;

const onPath = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'chrome',
];
const installed: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
    'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/** The browser for printing: that of PARALLAX_CHROMIUM, or the first installed one of the Chromium family. */
export async function findChromium(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Promise<string | null> {
  const named = env.PARALLAX_CHROMIUM;
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates =
    named === undefined || named === ''
      ? [
          ...onPath.flatMap((name) => folders.map((folder) => join(folder, name))),
          ...(installed[platform] ?? []),
        ]
      : [named];
  for (const candidate of candidates)
    if (
      await access(candidate, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return candidate;
  return null;
}

/**
 * Prints reports with an installed browser, for hosts without their own. It gets a separate profile and no
 * network; the report is self-contained and forbids scripts by its own policy.
 */
export function chromiumPrinter(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): PdfPrinter {
  return {
    pdfOf: async (html) => {
      const browser = await findChromium(env, platform);
      if (browser === null)
        throw new AppError(
          'INVALID_INPUT',
          'PDF needs Chromium, Chrome or Edge on this computer, and none was found. Install one, name it in PARALLAX_CHROMIUM, or export HTML and print it.',
        );
      const folder = await mkdtemp(join(tmpdir(), 'parallax-print-'));
      try {
        const page = join(folder, 'report.html');
        const pdf = join(folder, 'report.pdf');
        await writeFile(page, html, { mode: 0o600 }).catch((error: unknown) => {
          throw asUnwritten(error, page);
        });
        await run(
          browser,
          [
            '--headless',
            // Chromium refuses to run its sandbox as root; the page runs no scripts either way.
            ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
            '--disable-gpu',
            '--disable-extensions',
            '--no-first-run',
            '--no-pdf-header-footer',
            '--host-resolver-rules=MAP * ~NOTFOUND',
            `--user-data-dir=${join(folder, 'profile')}`,
            `--print-to-pdf=${pdf}`,
            pathToFileURL(page).href,
          ],
          { timeout: printMs, windowsHide: true },
        );
        return await readFile(pdf);
      } catch (error) {
        if (error instanceof AppError) throw error;
        // The browser does not say that its disk is full.
        await writeFile(join(folder, 'probe'), Buffer.alloc(probeBytes)).catch((full: unknown) => {
          throw asUnwritten(full, folder);
        });
        const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
        throw new AppError(
          'INVALID_INPUT',
          `The browser ${browser} could not print the report: ${reason}. Export HTML and print it.`,
        );
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  };
}
