/**
 * Translation models from an address that the user set: downloaded on request, checked against the SHA-256 of the list,
 * and kept in the data folder. Afterwards nothing asks the address.
 */

import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { Transport } from '#client/exchange.ts';
import type { AppSettings } from '#main/settings/settings.ts';
import { languageName } from '#shared/geo/languages.ts';
import { AppError } from '#shared/model/appError.ts';
import type { ModelDirection, ModelDownload, TranslationModels } from '#shared/model/translationModels.ts';
import type { CoreParts } from '../../coreParts.ts';
import { asUnwritten } from '../../exports/writeWhole.ts';
import { requestJson } from '../jsonRequest.ts';
import { findModels, hashOf } from './localModels.ts';
import {
  addressOfFile,
  isCompressed,
  type ListedFile,
  type ListedModel,
  listedModels,
  storedAs,
} from './modelList.ts';

/** A cut download is continued this often before it fails; a later one continues it, too. */
const attempts = 4;
const firstWaitMs = 500;
/** Without a byte for so long, a download is cut. */
const silentMs = 60_000;
const reportEveryMs = 250;

export function createModelDownloads(
  deps: Pick<CoreParts, 'clock' | 'publish'> & {
    readonly settings: Pick<AppSettings, 'read'>;
    readonly fetch: Transport;
    /** Has a folder for each stored direction. */
    readonly folder: string;
  },
) {
  const { settings, fetch, clock, publish, folder } = deps;
  const jobs = new Map<
    string,
    { view: ModelDownload; readonly stop: AbortController; work: Promise<void> }
  >();
  const changed = (): void => publish('translationModels.changed', {});

  const list = async (signal: AbortSignal) => {
    const { address } = settings.read().translation.models;
    const url = address === null ? null : URL.parse(address);
    if (url === null || !/^https?:$/.test(url.protocol))
      throw new AppError(
        'CONFLICT',
        'No address of translation models is set. Enter one under Settings, Translation, or name one with --address.',
      );
    const { status, json } = await requestJson(
      'The list of translation models',
      { url: url.href, headers: {}, secret: null, signal },
      { fetch, clock },
    );
    if (status !== 200)
      throw new AppError(
        'SERVICE_ERROR',
        `The list of translation models is not at ${url.href} (HTTP ${status}).`,
      );
    return { address: url.href, models: listedModels(json, url.href) };
  };

  /** Every file of a model into an unfinished folder, which gets its name when all are whole. */
  const fetchModel = async (
    direction: ModelDirection,
    signal: AbortSignal,
    report: (bytes: number, total: number) => void,
  ) => {
    const { address, models } = await list(signal);
    const model = models.find(({ from, to }) => from === direction.from && to === direction.to);
    if (model === undefined)
      throw new AppError('NOT_FOUND', `${address} has no model from ${named(direction)}.`);
    const unfinished = join(folder, `.${nameOf(direction)}`);
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    const total = bytesOf(model);
    let before = 0;
    for (const file of model.files) {
      await fetchFile(file, addressOfFile(file, address), unfinished, signal, (bytes) =>
        report(before + bytes, total),
      );
      before += file.attachment.size;
      report(before, total);
    }
    await writeFile(join(unfinished, 'records.json'), JSON.stringify({ data: model.files }), { mode: 0o600 });
    for (const name of await readdir(unfinished))
      if (name.endsWith('.part')) await rm(join(unfinished, name));
    const finished = join(folder, nameOf(direction));
    await rm(finished, { recursive: true, force: true });
    await rename(unfinished, finished);
  };

  const fetchFile = async (
    file: ListedFile,
    url: string,
    into: string,
    signal: AbortSignal,
    report: (bytes: number) => void,
  ): Promise<void> => {
    const target = join(into, file.name);
    const wanted = storedAs(file);
    if (existsSync(target) && (await hashOf(target)) === wanted.sha256) return;
    const part = `${target}.part`;
    for (let attempt = 1; ; attempt++) {
      const cut = await receive(file, url, part, signal, report);
      if (cut === null) break;
      if (attempt === attempts)
        throw new AppError(
          'UNREACHABLE',
          `${cut} What was received is kept: download it again to continue.`,
          {
            retryable: true,
          },
        );
      await clock.wait(firstWaitMs * 2 ** (attempt - 1), signal).catch(() => {
        throw new AppError('CANCELLED', 'The download was cancelled.');
      });
    }
    if ((await hashOf(part)) !== file.attachment.hash) {
      await rm(part);
      throw wrongHash(file, url);
    }
    if (isCompressed(file)) {
      await unpack(part, target, wanted.bytes, file.name);
      if ((await hashOf(target)) !== wanted.sha256) {
        await rm(target);
        throw wrongHash(file, url);
      }
      await rm(part);
    } else await rename(part, target);
  };

  /** Appends to what is there. @returns why it ended early, as a sentence; null if the file has its whole size */
  const receive = async (
    { name, attachment: { size } }: ListedFile,
    url: string,
    part: string,
    signal: AbortSignal,
    report: (bytes: number) => void,
  ): Promise<string | null> => {
    let have = existsSync(part) ? (await stat(part)).size : 0;
    if (have > size) {
      await rm(part);
      have = 0;
    }
    if (have === size) return null;
    const quiet = new AbortController();
    let timer = setTimeout(() => quiet.abort(), silentMs);
    try {
      const response = await fetch(url, {
        method: 'GET',
        headers: have > 0 ? { Range: `bytes=${have}-` } : {},
        body: null,
        signal: AbortSignal.any([signal, quiet.signal]),
        isForeign: false,
      });
      if (response.status === 404 || response.status === 410)
        throw new AppError(
          'NOT_FOUND',
          `${name} is not at ${url} (HTTP ${response.status}). Nothing was stored.`,
        );
      if (response.status !== 200 && response.status !== 206)
        return `${name} could not be read from ${url} (HTTP ${response.status}).`;
      // A server without ranges sends the file from its beginning.
      if (response.status === 200) have = 0;
      const out = createWriteStream(part, { flags: have > 0 ? 'a' : 'w', mode: 0o600 });
      // A failing source would end the file before what it still holds is written: the connection's
      // end ends the file in the usual way, and is thrown when all that arrived is on the disk.
      let cut: { readonly error: unknown } | null = null;
      const counted = async function* (): AsyncGenerator<Uint8Array> {
        try {
          for await (const chunk of response.body) {
            clearTimeout(timer);
            timer = setTimeout(() => quiet.abort(), silentMs);
            have += chunk.length;
            if (have > size)
              throw new AppError(
                'SERVICE_ERROR',
                `${name} at ${url} is larger than its record says. It was not stored.`,
              );
            report(have);
            yield chunk;
          }
        } catch (error) {
          cut = { error };
        }
      };
      await pipeline(counted, out);
      if (cut !== null) throw (cut as { readonly error: unknown }).error;
    } catch (error) {
      if (signal.aborted) throw new AppError('CANCELLED', 'The download was cancelled.');
      if (error instanceof AppError) {
        if (error.code === 'SERVICE_ERROR') await rm(part, { force: true });
        throw error;
      }
      const unwritten = asUnwritten(error, part);
      if (unwritten instanceof AppError) throw unwritten;
      const reason = error instanceof Error ? error.message : String(error);
      return `The download of ${name} was cut after ${have} of ${size} bytes (${reason}).`;
    } finally {
      clearTimeout(timer);
    }
    return have === size ? null : `The download of ${name} ended after ${have} of ${size} bytes.`;
  };

  const run = async (
    direction: ModelDirection,
    entry: { view: ModelDownload; readonly stop: AbortController },
  ) => {
    let reportedMs = 0;
    const step = (change: Partial<ModelDownload>): void => {
      entry.view = { ...entry.view, ...change };
      changed();
    };
    try {
      await fetchModel(direction, entry.stop.signal, (received, total) => {
        entry.view = { ...entry.view, received, total };
        if (clock.now() - reportedMs < reportEveryMs) return;
        reportedMs = clock.now();
        changed();
      });
      step({ state: 'completed' });
    } catch (error) {
      if (entry.stop.signal.aborted) step({ state: 'cancelled' });
      else step({ state: 'failed', reason: error instanceof Error ? error.message : String(error) });
    }
  };

  return {
    async state(): Promise<TranslationModels> {
      const { directions } = existsSync(folder) ? await findModels(folder) : { directions: [] };
      return {
        stored: directions.map(({ from, to, bytes }) => ({ from, to, bytes })),
        downloads: [...jobs.values()].map(({ view }) => view).reverse(),
      };
    },
    async offered(_: object, { signal }: { readonly signal: AbortSignal }) {
      const { address, models } = await list(signal);
      return {
        address,
        licence: 'MPL-2.0',
        models: models.map((model) => ({
          from: model.from,
          to: model.to,
          version: model.version,
          bytes: bytesOf(model),
          files: model.files.map((file) => ({ name: file.name, ...storedAs(file) })),
        })),
      };
    },
    async download(direction: ModelDirection) {
      const key = nameOf(direction);
      if (jobs.get(key)?.view.state === 'running') return {};
      jobs.delete(key);
      const view: ModelDownload = { ...direction, state: 'running', received: 0, total: 0, reason: null };
      const entry = { view, stop: new AbortController(), work: Promise.resolve() };
      jobs.set(key, entry);
      entry.work = run(direction, entry);
      changed();
      return {};
    },
    async cancel(direction: ModelDirection) {
      const job = jobs.get(nameOf(direction));
      job?.stop.abort();
      await job?.work;
      return {};
    },
    async remove(direction: ModelDirection) {
      const key = nameOf(direction);
      jobs.get(key)?.stop.abort();
      await jobs.get(key)?.work;
      jobs.delete(key);
      await rm(join(folder, key), { recursive: true, force: true });
      await rm(join(folder, `.${key}`), { recursive: true, force: true });
      changed();
      return {};
    },
    /** Ends all downloads; what was received is kept. */
    async stop(): Promise<void> {
      for (const { stop } of jobs.values()) stop.abort();
      await Promise.all([...jobs.values()].map(({ work }) => work));
    },
  };
}

const nameOf = ({ from, to }: ModelDirection): string => `${from}-${to}`;
const named = ({ from, to }: ModelDirection): string =>
  `${languageName(from, 'en')} to ${languageName(to, 'en')}`;
const bytesOf = ({ files }: ListedModel): number =>
  files.reduce((sum, { attachment }) => sum + attachment.size, 0);

function wrongHash({ name }: ListedFile, url: string): AppError {
  return new AppError(
    'CONFLICT',
    `${name} at ${url} is not the file of its record: its SHA-256 differs. It was not stored.`,
  );
}

/** @throws AppError SERVICE_ERROR if it is damaged, or larger than its record says */
async function unpack(from: string, to: string, bytes: number, name: string): Promise<void> {
  let written = 0;
  const limited = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      written += chunk.length;
      if (written > bytes) throw new Error('it is larger than its record says');
      yield chunk;
    }
  };
  try {
    await pipeline(
      createReadStream(from),
      createZstdDecompress(),
      limited,
      createWriteStream(to, { mode: 0o600 }),
    );
  } catch (error) {
    await rm(to, { force: true });
    await rm(from, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('SERVICE_ERROR', `${name} cannot be unpacked (${reason}). It was not stored.`);
  }
}
