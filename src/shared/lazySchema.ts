import { z } from 'zod';
import { once } from './once.ts';

/**
 * A schema that is built when it is first used, and only once. Building one is slow, and a program or thread uses few of
 * them. `z.lazy` alone would build it again with each `unwrap()`.
 */
export const lazySchema = <Schema extends z.ZodType>(build: () => Schema): z.ZodLazy<Schema> =>
  z.lazy(once(build));
