import { type Browser, chromium } from 'playwright-core';
import { chromiumMissing, chromiumOptions } from '#tests/support/browser/chromium.ts';

const endpointVariable = 'PARALLAX_SHARED_CHROMIUM';

/** Vitest's global set-up: one Chromium for all files, in which every window has a profile of its own. */
export default async function setUp(): Promise<() => Promise<void>> {
  if (chromiumMissing() !== null) return async () => {};
  const server = await chromium.launchServer(chromiumOptions());
  process.env[endpointVariable] = server.wsEndpoint();
  return () => server.close();
}

/** The shared Chromium, or one that is started where nobody shares it; closing it closes what was opened in it. */
export function openChromium(): Promise<Browser> {
  const endpoint = process.env[endpointVariable];
  return endpoint === undefined ? chromium.launch(chromiumOptions()) : chromium.connect(endpoint);
}
