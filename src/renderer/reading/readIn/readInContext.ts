import { createContext } from 'react';
import type { TranslatedBlock } from '#shared/model/translation.ts';
import type { ReadMode } from './readInStore.ts';

/** How the answers of a comparison are read. */
export type ReadIn = {
  readonly mode: ReadMode;
  /** ISO 639-1. */
  readonly to: string;
  /** By the id of their block. */
  readonly blocks: ReadonlyMap<string, TranslatedBlock>;
  /** Ids of the answers that they are from. */
  readonly answers: ReadonlySet<string>;
};

/** The originals, where nothing else was chosen. */
export const ReadInContext = createContext<ReadIn>({
  mode: 'original',
  to: 'en',
  blocks: new Map(),
  answers: new Set(),
});
