import { z } from 'zod';
import { once } from './once.ts';

/**
 * A schema that is built when it is first used, and only once. Building one is slow, and a program or thread uses few of
 * them. `z.lazy` alone would build it again with each `unwrap()`.
 */
export const lazySchema = <Schema extends z.ZodType>(build: () => Schema): z.ZodLazy<Schema> =>
  z.lazy(once(build));

/** Of an object with these members: no others, or others too, which are kept (`looseSchema`) or left out (`objectSchema`). */
export const strictSchema = <Shape extends z.core.$ZodLooseShape>(shape: () => Shape) =>
  lazySchema(() => z.strictObject(shape()));
export const looseSchema = <Shape extends z.core.$ZodLooseShape>(shape: () => Shape) =>
  lazySchema(() => z.looseObject(shape()));
export const objectSchema = <Shape extends z.core.$ZodLooseShape>(shape: () => Shape) =>
  lazySchema(() => z.object(shape()));
