import type { BrandBook } from '../../brands/brandBook.ts';
import type { Handlers } from '../router.ts';

export function brandHandlers(brands: BrandBook) {
  return {
    'brands.get': () => brands.get(),
    'brands.save': (input) => brands.save(input),
    'brands.remove': ({ id }) => brands.remove(id),
    'brands.readList': ({ text, kind }) => brands.readList(text, kind),
    'brands.import': ({ text, kind }) => brands.import(text, kind),
    'brands.decide': ({ decision }) => brands.decide(decision),
    'brands.undo': ({ id }) => brands.undo(id),
    'brands.restore': ({ version, after }) => brands.restore(version, after),
  } satisfies Partial<Handlers>;
}
