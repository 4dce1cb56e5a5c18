import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';
import { nameOfKey, textProblem, unknownMarket, wordingKey } from './wordingTexts.ts';

/** More than there are countries and languages; no valid list is longer. */
const maxWordings = 500;

export const wordingsSchema = lazySchema(() =>
  z.record(z.string().max(40), z.string()).superRefine((wordings, context) => {
    const say = (path: string[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    const keys = Object.keys(wordings);
    if (keys.length > maxWordings)
      say([], `A question can have at most ${maxWordings} wordings; this one has ${keys.length}.`);
    for (const key of keys.slice(0, maxWordings)) {
      const problem =
        wordingKey(key) === key ? textProblem(wordings[key] ?? '', nameOfKey(key)) : unknownMarket(key);
      if (problem !== null) say([key], problem);
    }
  }),
);
