/** A list of models at an address, as Mozilla serves it: one record for each file. */

import { z } from 'zod';
import { safeParse } from '#shared/interface/safeParse.ts';
import { objectSchema } from '#shared/lazySchema.ts';
import { AppError } from '#shared/model/appError.ts';
import type { ModelDirection } from '#shared/model/translationModels.ts';

const sha256Schema = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/);
const sizeSchema = z
  .number()
  .int()
  .min(1)
  .max(1024 ** 3);
const language = z.string().regex(/^[a-z]{2,3}$/);

/** A name is used as that of a file, so it can be no path. */
const listedFileSchema = objectSchema(() => ({
  name: z.string().regex(/^[A-Za-z0-9][\w.-]{0,120}$/),
  fileType: z.enum(['model', 'vocab', 'srcvocab', 'trgvocab', 'lex']),
  sourceLanguage: language,
  targetLanguage: language,
  version: z.string(),
  decompressedHash: sha256Schema.optional(),
  decompressedSize: sizeSchema.optional(),
  filter_expression: z.literal('').optional(),
  attachment: z.object({
    hash: sha256Schema,
    size: sizeSchema,
    location: z.string().min(1),
    filename: z.string().default(''),
    mimetype: z.string().default(''),
  }),
}));
export type ListedFile = z.infer<typeof listedFileSchema>;

const listSchema = objectSchema(() => ({ data: z.array(z.unknown()) }));

export type ListedModel = ModelDirection & {
  readonly version: string;
  readonly files: readonly ListedFile[];
};

export const isCompressed = ({ attachment: { filename, mimetype } }: ListedFile): boolean =>
  filename.endsWith('.zst') || mimetype === 'application/zstd';

/** SHA-256 and size as stored. */
export const storedAs = (file: ListedFile): { readonly sha256: string; readonly bytes: number } => ({
  sha256: file.decompressedHash ?? file.attachment.hash,
  bytes: file.decompressedSize ?? file.attachment.size,
});

/** Where Mozilla's own list keeps its files; any other list names them beside itself or whole. */
const mozillaList = 'firefox.settings.services.mozilla.com';
const mozillaFiles = 'https://firefox-settings-attachments.cdn.mozilla.net/';

export function addressOfFile({ attachment: { location } }: ListedFile, list: string): string {
  return new URL(location, new URL(list).host === mozillaList ? mozillaFiles : list).href;
}

/**
 * The newest complete model of each direction. Records for other uses, and those that this program cannot pin to a
 * SHA-256, are left out.
 * @throws AppError SERVICE_ERROR if it is no list of records
 */
export function listedModels(json: unknown, address: string): readonly ListedModel[] {
  const list = safeParse(listSchema, json);
  if (!list.success)
    throw new AppError('SERVICE_ERROR', `${address} is no list of translation models. Nothing was stored.`);
  const files = list.data.data.flatMap((record) => {
    const file = safeParse(listedFileSchema, record);
    if (!file.success) return [];
    return isCompressed(file.data) && file.data.decompressedHash === undefined ? [] : [file.data];
  });
  const models = Map.groupBy(files, (file) => `${file.sourceLanguage} ${file.targetLanguage}`);
  return [...models.values()].flatMap((ofDirection) => {
    const versions = Map.groupBy(ofDirection, ({ version }) => version);
    const whole = [...versions].filter(([, each]) => isWhole(each));
    const [version, newest] = whole.sort(([one], [other]) => compareVersions(other, one))[0] ?? [];
    const [first] = newest ?? [];
    if (version === undefined || newest === undefined || first === undefined) return [];
    const { sourceLanguage: from, targetLanguage: to } = first;
    return [{ from, to, version, files: newest }];
  });
}

function isWhole(files: readonly ListedFile[]): boolean {
  const has = (type: ListedFile['fileType']): boolean => files.some(({ fileType }) => fileType === type);
  return has('model') && (has('vocab') || (has('srcvocab') && has('trgvocab')));
}

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
