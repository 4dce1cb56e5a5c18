import type { Imports } from '../../imports/imports.ts';
import type { Handlers } from '../router.ts';

export function importHandlers(imports: Imports) {
  return {
    'imports.add': (input, { signal }) => imports.add(input, signal),
  } satisfies Partial<Handlers>;
}
