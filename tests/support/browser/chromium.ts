import { existsSync } from 'node:fs';

const browser = '/usr/bin/chromium';
/** The same engine without the interface of a browser: it starts in half the processor time. */
const headlessShell = '/usr/bin/chromium-headless-shell';

export const chromiumPath =
  process.env.CHROMIUM_PATH ?? (existsSync(headlessShell) ? headlessShell : browser);

/** What people use, for figures of time. */
export const browserPath = process.env.CHROMIUM_PATH ?? browser;

/** Null when this machine has a Chromium, else what is missing. */
export function chromiumMissing(): string | null {
  return existsSync(chromiumPath) ? null : `Chromium is not at ${chromiumPath}`;
}

/** How every test starts Chromium: without the network it would use for itself. */
export function chromiumOptions(executablePath = chromiumPath): {
  executablePath: string;
  headless: boolean;
  args: string[];
} {
  return {
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-domain-reliability',
      // The first two are pages of Chromium's own for the address bar of every window, half of what a window costs.
      // The third starts a second page process for each window, in case it goes to another site.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess,OptimizationHints,MediaRouter,Translate,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
      '--no-first-run',
      '--no-default-browser-check',
      '--force-color-profile=srgb',
    ],
  };
}
