import type { Handlers } from '../bridge/router.ts';
import type { Projects } from '../projects/projects.ts';
import type { BrandRulesStore } from './brandBook.ts';

export function brandHandlers(brands: BrandRulesStore, projects: Pick<Projects, 'of'>) {
  const { of } = projects;
  return {
    'brands.get': async ({ project }) => brands.get(await of(project)),
    'brands.save': async ({ project, ...input }) => brands.save(await of(project), input),
    'brands.remove': async ({ project, id }) => brands.remove(await of(project), id),
    'brands.readList': ({ text, kind }) => brands.readList(text, kind),
    'brands.import': async ({ project, text, kind }) => brands.import(await of(project), text, kind),
    'brands.decide': async ({ project, decision }) => brands.decide(await of(project), decision),
    'brands.undo': async ({ project, id }) => brands.undo(await of(project), id),
    'brands.restore': async ({ project, version, after }) =>
      brands.restore(await of(project), version, after),
  } satisfies Partial<Handlers>;
}
