import type { Page, Request } from 'playwright-core';
import type { DoubleCommand, DoubleMessage, MachineFacts } from '#tests/support/electron/double/channel.ts';

/** Parallax as a person has it in front of them, in one of its hosts. */
export type OpenApp = {
  readonly page: Page;
  /** Process of the host, for tests that end it the hard way. */
  readonly pid: number;
  /** Ends the program as a person would and waits until it is gone; resolves with its exit code. */
  readonly quit: () => Promise<number | NodeJS.Signals | null>;
  /** Addresses that were handed to the person's browser. */
  readonly externalAddresses: () => readonly string[];
  /** What went wrong unseen: errors in the page's console, refused requests, requests to the network. */
  readonly problems: () => readonly string[];
  /** Requests of the page that have no answer yet. */
  readonly pending: () => readonly string[];
  /** Desktop only: a click in the menu and the like. */
  readonly act: ((action: DoubleCommand) => Promise<void>) | null;
  /** Desktop only: what the system was asked to show, such as a bar or a notification. */
  readonly shown: readonly DoubleMessage[] | null;
};

export type OpenOptions = {
  readonly dataFolder: string;
  /** Environment of the program on top of a bare one: a keychain, a proxy. */
  readonly env?: NodeJS.ProcessEnv;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** Desktop only: what is different about the machine. */
  readonly machine?: MachineFacts;
  /** Says what the test expects to go wrong in the console. */
  readonly expectedProblems?: RegExp;
};

export type AppHost = {
  readonly name: string;
  readonly open: (options: OpenOptions) => Promise<OpenApp>;
};

/** How long a scenario waits for one thing on the screen: a machine busy with all suites at once is slow. */
export const patienceMs = 60_000;

/** Collects what a person would not see but what must not happen. */
export function watchProblems(
  page: Page,
  expected: RegExp | undefined,
): Pick<OpenApp, 'problems' | 'pending'> {
  const list: string[] = [];
  const pending = new Set<Request>();
  const note = (problem: string): void => {
    if (!expected?.test(problem)) list.push(problem);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => note(`page error: ${error.message}`));
  page.on('requestfailed', (request) => {
    pending.delete(request);
    const reason = request.failure()?.errorText ?? '';
    // A page that leaves or cancels breaks its requests off by itself.
    if (reason !== 'net::ERR_ABORTED') note(`request failed: ${request.url()} ${reason}`);
  });
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  return {
    problems: () => list,
    pending: () => [...pending].map((request) => `${request.method()} ${request.url()}`),
  };
}
