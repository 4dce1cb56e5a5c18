/**
 * Translation models in a folder that the user chose. A direction needs `model*.bin` and `vocab*.spm` (or `srcvocab*` and
 * `trgvocab*`); `lex*.bin` makes it faster. The direction comes from `records.json`, from the names of the files
 * (`model.deen.intgemm.alphas.bin`) or from the name of their folder (`deen`, `de-en`).
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { languageName } from '#shared/geo/languages.ts';
import { safeParse } from '#shared/interface/safeParse.ts';
import { lazySchema, objectSchema } from '#shared/lazySchema.ts';
import { AppError, invalidInput } from '#shared/model/appError.ts';
import type { ModelFiles } from './protocol.ts';

/** As Mozilla's record list names them. */
const recordSchema = objectSchema(() => ({
  name: z.string(),
  sourceLanguage: z.string().optional(),
  targetLanguage: z.string().optional(),
  fromLang: z.string().optional(),
  toLang: z.string().optional(),
  decompressedHash: z.string().optional(),
  decompressedSize: z.number().optional(),
}));
const recordsSchema = lazySchema(() =>
  z.union([z.object({ data: z.array(recordSchema.unwrap()) }), z.array(recordSchema.unwrap())]),
);
type ModelRecord = z.infer<typeof recordSchema>;

export type Direction = ModelFiles & {
  readonly from: string;
  readonly to: string;
  /** Bytes of all its files. */
  readonly bytes: number;
  /** SHA-256 by file, where a record states it. */
  readonly stated: ReadonlyMap<string, { readonly sha256: string; readonly size: number | undefined }>;
};

export type FoundModels = {
  readonly directions: readonly Direction[];
  /** What was found and cannot be used, each as a sentence. */
  readonly problems: readonly string[];
};

/** Larger than any file of a model. */
const maxFileBytes = 1024 ** 3;

/** Reads a folder and the folders in it. @throws AppError INVALID_INPUT if it cannot be read */
export async function findModels(folder: string): Promise<FoundModels> {
  const names = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    const message = `The folder of translation models cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
    throw invalidInput('folder', message);
  });
  const folders = [
    folder,
    ...names
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => join(folder, name)),
  ];
  const top = await recordsIn(folder);
  const found = await Promise.all(folders.map((each) => modelsIn(each, top)));
  return {
    directions: found.flatMap(({ directions }) => directions),
    problems: found.flatMap(({ problems }) => problems),
  };
}

async function recordsIn(folder: string): Promise<readonly ModelRecord[]> {
  const text = await readFile(join(folder, 'records.json'), 'utf8').catch(() => null);
  if (text === null) return [];
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new AppError('INVALID_INPUT', `records.json in ${folder} is no JSON. Nothing was used.`);
  }
  const parsed = safeParse(recordsSchema, json);
  if (!parsed.success)
    throw new AppError(
      'INVALID_INPUT',
      `records.json in ${folder} is no list of model records. Nothing was used.`,
    );
  return Array.isArray(parsed.data) ? parsed.data : parsed.data.data;
}

async function modelsIn(folder: string, top: readonly ModelRecord[]): Promise<FoundModels> {
  const files = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const models = files.filter((name) => /^model.*\.bin$/.test(name));
  if (models.length === 0) return { directions: [], problems: [] };
  const records = new Map([...top, ...(await recordsIn(folder))].map((record) => [record.name, record]));
  const directions: Direction[] = [];
  const problems: string[] = [];
  for (const model of models) {
    const pair = directionOf(model, folder, records.get(model));
    if (pair === null) {
      problems.push(
        `The direction of ${model} in ${folder} is not known. Rename its folder to the two languages, such as de-en.`,
      );
      continue;
    }
    const mine = (kind: string): string | undefined => ofPair(files, kind, pair, models.length === 1);
    const [vocab, source, target, lex] = [mine('vocab'), mine('srcvocab'), mine('trgvocab'), mine('lex')];
    const vocabs =
      source !== undefined && target !== undefined ? [source, target] : vocab === undefined ? null : [vocab];
    if (vocabs === null) {
      problems.push(
        `${model} in ${folder} has no vocabulary (vocab*.spm, or srcvocab*.spm and trgvocab*.spm).`,
      );
      continue;
    }
    const parts = [model, ...vocabs, ...(lex === undefined ? [] : [lex])];
    const sizes = await Promise.all(parts.map(async (name) => (await stat(join(folder, name))).size));
    directions.push({
      ...pair,
      model: join(folder, model),
      vocabs: vocabs.map((name) => join(folder, name)),
      lex: lex === undefined ? null : join(folder, lex),
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      stated: new Map(
        parts.flatMap((name) => {
          const { decompressedHash: sha256, decompressedSize: size } = records.get(name) ?? {};
          return sha256 === undefined ? [] : [[join(folder, name), { sha256, size }] as const];
        }),
      ),
    });
  }
  return { directions, problems };
}

/** "tiny" and "base" in a name are sizes, not languages. */
function directionOf(
  model: string,
  folder: string,
  record: ModelRecord | undefined,
): { readonly from: string; readonly to: string } | null {
  const [from, to] = [record?.sourceLanguage ?? record?.fromLang, record?.targetLanguage ?? record?.toLang];
  if (from !== undefined && to !== undefined) return { from, to };
  const named = /^model\.(?!tiny\b|base\b)([a-z]{2})-?([a-z]{2})\./.exec(model);
  const found = named ?? /^(?:.*-)?([a-z]{2})-?([a-z]{2})$/.exec(basename(folder));
  return found?.[1] === undefined || found[2] === undefined ? null : { from: found[1], to: found[2] };
}

/** The file of a kind for a direction; without a direction in its name it belongs to the only model of its folder. */
function ofPair(
  files: readonly string[],
  kind: string,
  { from, to }: { readonly from: string; readonly to: string },
  only: boolean,
): string | undefined {
  const candidates = files.filter((name) => new RegExp(`^${kind}.*\\.(?:spm|bin)$`).test(name));
  return candidates.find((name) => name.includes(`${from}${to}`)) ?? (only ? candidates[0] : undefined);
}

/** Hashes of files without a record, from their first use: a later change is an error. */
const pinsSchema = lazySchema(() => z.record(z.string(), z.string()));

/**
 * Checks every file of a direction before it is loaded: the engine ends with a damaged one.
 * @param pinFile where the hashes of first use are kept
 * @throws AppError CONFLICT that names the file
 */
export async function checkFiles({ model, vocabs, lex, stated }: Direction, pinFile: string): Promise<void> {
  const text = await readFile(pinFile, 'utf8').catch(() => '{}');
  const parsed = safeParse(pinsSchema, jsonOf(text));
  const pins: Record<string, string> = parsed.success ? { ...parsed.data } : {};
  let isNew = false;
  for (const file of [model, ...vocabs, ...(lex === null ? [] : [lex])]) {
    const { size } = await stat(file).catch(() => {
      throw new AppError('CONFLICT', `The translation model ${file} is missing. Choose the folder again.`);
    });
    const expected = stated.get(file);
    const isCut =
      (expected?.size !== undefined && expected.size !== size) || size === 0 || size > maxFileBytes;
    if (isCut)
      throw new AppError(
        'CONFLICT',
        `${file} has ${size} bytes${expected?.size === undefined ? '' : ` in place of ${expected.size}`}: the translation model is not complete. Download it again.`,
      );
    const sha256 = await hashOf(file);
    const wanted = expected?.sha256.toLowerCase() ?? pins[file];
    if (wanted === undefined) {
      pins[file] = sha256;
      isNew = true;
    } else if (wanted !== sha256)
      throw new AppError(
        'CONFLICT',
        expected === undefined
          ? `${file} has changed since it was first used. If you replaced it, choose the folder again.`
          : `${file} is not the file of its record: its SHA-256 differs. Download it again.`,
      );
  }
  if (isNew) await writeFile(pinFile, JSON.stringify(pins), { mode: 0o600 });
}

/** The SHA-256 of a file, in hexadecimal. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** A direction, or two through English. @throws AppError CONFLICT that names what is missing */
export function routeOf(directions: readonly Direction[], from: string, to: string): readonly Direction[] {
  const find = (one: string, other: string): Direction | undefined =>
    directions.find((each) => each.from === one && each.to === other);
  const direct = find(from, to);
  if (direct !== undefined) return [direct];
  const [first, second] = from === 'en' || to === 'en' ? [] : [find(from, 'en'), find('en', to)];
  if (first !== undefined && second !== undefined) return [first, second];
  const missing =
    from === 'en' || to === 'en'
      ? [[from, to]]
      : [...(first ? [] : [[from, 'en']]), ...(second ? [] : [['en', to]])];
  throw new AppError(
    'CONFLICT',
    `No translation model from ${missing
      .map(([one = '', other = '']) => `${languageName(one, 'en')} to ${languageName(other, 'en')}`)
      .join(' and from ')} is in the folder.`,
  );
}
