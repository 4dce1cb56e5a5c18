import { z } from 'zod';
import { strictSchema } from '../lazySchema.ts';

/** Languages as in Mozilla's list: ISO 639, in lower case. */
const languageSchema = z.string().regex(/^[a-z]{2,3}$/);

export const modelDirectionSchema = strictSchema(() => ({ from: languageSchema, to: languageSchema }));
export type ModelDirection = z.infer<typeof modelDirectionSchema>;

/** A direction that an address offers. */
export type OfferedModel = ModelDirection & {
  readonly version: string;
  /** Bytes to download, all files together. */
  readonly bytes: number;
  /** As they are stored: SHA-256 in hexadecimal. */
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
};

export type ModelDownload = ModelDirection & {
  readonly state: 'running' | 'completed' | 'cancelled' | 'failed';
  /** Bytes. */
  readonly received: number;
  readonly total: number;
  /** Why it failed, as a sentence. */
  readonly reason: string | null;
};

export type TranslationModels = {
  /** Kept in the data folder; removable. */
  readonly stored: readonly (ModelDirection & { readonly bytes: number })[];
  /** Of this program, newest first. */
  readonly downloads: readonly ModelDownload[];
};
