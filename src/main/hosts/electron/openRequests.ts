import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { app, type BrowserWindow, type MessageBoxOptions } from 'electron';
import type { Logger } from '#platform/log.ts';
import type { ProjectImportFacts } from '#shared/model/project.ts';
import { projectImportLabel } from '#shared/tables/importLabels.ts';
import type { BridgeTarget } from '../common/bridgeTarget.ts';
import { printable } from '../common/visibleText.ts';
import { showPrompt } from './prompt.ts';

/** What the operating system asks the program to open: a clicked link or a double-clicked file. */
export type OpenRequest =
  | { readonly kind: 'run'; readonly runId: string }
  | { readonly kind: 'project'; readonly file: string };

/** The complete form of such a link: a run, and nothing else. Systems may add a slash. */
const linkPattern = /^parallax:\/\/run\/([0-9a-z]{12})\/?$/;
/** Any URL, but not the `C:` of a path. */
const addressPattern = /^[a-z][a-z\d+.-]+:/i;
const maxPathLength = 4096;

/** Null for everything else. `folder` is the base of a relative path. */
export function requestOf(text: string, folder: string): OpenRequest | null {
  if (text.length > maxPathLength) return null;
  const [, runId] = linkPattern.exec(text) ?? [];
  if (runId !== undefined) return { kind: 'run', runId };
  const path = text.startsWith('file:') ? localPath(text) : text;
  if (path === null || addressPattern.test(path) || path.startsWith('-')) return null;
  return /.\.parallax$/i.test(path) && !path.includes('\0')
    ? { kind: 'project', file: resolve(folder, path) }
    : null;
}

/** What the arguments of a start ask to open; a system adds several files at once. The program itself is the first. */
export function requestsOf(args: readonly string[], folder: string): readonly OpenRequest[] {
  const requests = args.flatMap((arg, at) =>
    at === 0 || args[at - 1] === '--data' ? [] : (requestOf(arg, folder) ?? []),
  );
  // Nobody clicks two links at once.
  return startedByLink(args) ? requests.filter(({ kind }) => kind === 'run').slice(-1) : requests;
}

/**
 * Calls back with what is to be opened. macOS raises events; other systems start a second instance, which notifies the
 * running one. Nothing if a second start requests nothing.
 */
export function followOpenRequests(asked: (requests: readonly OpenRequest[]) => void): void {
  const takes = (requests: readonly OpenRequest[]): void => {
    if (requests.length > 0) asked(requests);
  };
  app.on('open-url', (event, url) => {
    event.preventDefault();
    takes(requestsOf(['', url], '/'));
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    takes(requestsOf(['', path], '/'));
  });
  app.on('second-instance', (_event, args, folder) => asked(requestsOf(args, folder)));
  takes(requestsOf(process.argv, process.cwd()));
}

/** Whether a link started the program: then its other arguments are ignored. */
export const startedByLink = (args: readonly string[]): boolean =>
  args.some((arg) => /^parallax:/i.test(arg));

/** File URLs from Linux desktops; one with a host would be on another machine. */
function localPath(address: string): string | null {
  try {
    return new URL(address).host === '' ? fileURLToPath(address) : null;
  } catch {
    return null;
  }
}

/** Chunk size in bytes. */
const chunkBytes = 1024 * 1024;
const maxQuestionLength = 300;

/** Files that wait for their prompt; more are dropped. */
const maxWaiting = 100;

/**
 * Opens requests after the user confirms each, because anybody can create a link or send a file. One prompt at a time:
 * files wait for theirs, and a link meanwhile is dropped, so that a page full of links cannot flood the desktop with
 * prompts.
 */
export function createOpenRequests(parts: {
  readonly target: BridgeTarget;
  readonly show: (address?: string) => void;
  /** The window once it is on the screen: prompts stand above it, not behind. */
  readonly window: () => Promise<BrowserWindow | null>;
  readonly log: Logger;
}): (requests: readonly OpenRequest[]) => Promise<void> {
  const { target, show, log } = parts;
  const tell = async (options: MessageBoxOptions) => showPrompt(await parts.window(), options);
  const call = (route: string, input: object) =>
    target.call(route, input, { signal: new AbortController().signal, callId: `open-${route}` });
  const ask = async (options: MessageBoxOptions): Promise<boolean> => {
    const { response } = await tell({ type: 'question', ...options });
    return response === 0;
  };

  const openRun = async (runId: string): Promise<void> => {
    const run = await call('runs.status', { runId });
    if (!run.ok) {
      await tell({
        type: 'info',
        message: 'The link leads to a run that is not in this history.',
      });
      return;
    }
    const { question } = run.data as { readonly question: string };
    const detail = printable(question).slice(0, maxQuestionLength);
    const message = 'A link asks to show this run.';
    if (await ask({ message, detail, buttons: ['Show', 'Cancel'], defaultId: 0, cancelId: 1 }))
      show(`#/run/${runId}`);
  };

  const openProject = async (file: string): Promise<void> => {
    const name = basename(file);
    const message = `Import the project of ${printable(name)}?`;
    const detail = `${printable(file)}\n\nIts runs, brands and monitors are added to this history.`;
    if (!(await ask({ message, detail, buttons: ['Import', 'Cancel'], defaultId: 1, cancelId: 1 }))) return;
    const told = await importFile(file, name).then(
      (facts): MessageBoxOptions => ({ type: 'info', message: projectImportLabel(facts) }),
      (error: unknown): MessageBoxOptions => ({
        type: 'error',
        message: `${printable(name)} was not imported.`,
        detail: error instanceof Error ? error.message : String(error),
      }),
    );
    if (told.type === 'info') {
      app.addRecentDocument(file);
      show('#/settings/projects');
    }
    await tell(told);
  };

  /** Handled like a file chosen in the window, with all of its checks. */
  const importFile = async (file: string, name: string): Promise<ProjectImportFacts> => {
    const facts = await stat(file);
    if (!facts.isFile()) throw new Error('It is not a file.');
    const told = async <T>(route: string, input: object): Promise<T> => {
      const answer = await call(route, input);
      if (!answer.ok) throw new Error(answer.error.message);
      return answer.data as T;
    };
    let fileId: string | null = null;
    for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) {
      const base64 = (chunk as Buffer).toString('base64');
      ({ fileId } = await told<{ fileId: string }>('projects.receive', { fileId, base64 }));
    }
    return told('projects.import', { fileId: fileId ?? '', name });
  };

  const waiting: OpenRequest[] = [];
  let busy = false;
  return async (requests) => {
    for (const request of requests) {
      const known = waiting.some((other) => isDeepStrictEqual(other, request));
      const refused = request.kind === 'run' ? busy : waiting.length >= maxWaiting;
      if (refused) log('warn', 'A request to open something was dropped.', { kind: request.kind });
      else if (!known) waiting.push(request);
    }
    if (busy) return;
    busy = true;
    try {
      show();
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await (next.kind === 'run' ? openRun(next.runId) : openProject(next.file));
    } finally {
      busy = false;
    }
  };
}
