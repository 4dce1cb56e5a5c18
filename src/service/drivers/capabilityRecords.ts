import type { Engine } from '#shared/interface/engines.ts';
import type { Surface } from '#shared/interface/surface.ts';
import { type AnswerEngine, answerEngines } from './askedQuestion.ts';
import type { EngineCapabilities, LocationSupport } from './driver.ts';

/** What an answering provider can return; the engine's shape determines the field names. */
export type AnsweringAbilities = {
  readonly country: LocationSupport;
  readonly state: LocationSupport;
  readonly language: LocationSupport;
  /** A model's API by default. */
  readonly surface?: Surface;
  readonly searchQueries: boolean;
  readonly relatedQueries?: boolean;
  /** Source links of search-ai are the engine's own redirects. */
  readonly redirects?: boolean;
  /** The provider itself returns entities. */
  readonly nativeEntities?: boolean;
  /** `related`, `datePublished`, posts of a social platform and the like, per engine. */
  readonly more?: Readonly<Partial<Record<Engine, readonly string[]>>>;
  readonly notes?: readonly string[];
};

/** The capabilities for every answering engine, or the given ones. */
export function answeringCapabilities(
  abilities: AnsweringAbilities,
  engines: readonly AnswerEngine[] = answerEngines,
): Readonly<Partial<Record<Engine, EngineCapabilities>>> {
  const { country, state, language, notes, surface = 'model-api' } = abilities;
  return Object.fromEntries(
    engines.map((engine) => [
      engine,
      {
        fields: fieldsOf(engine, abilities),
        country,
        state,
        language,
        surface,
        notes,
      },
    ]),
  );
}

function fieldsOf(engine: AnswerEngine, abilities: AnsweringAbilities): readonly string[] {
  const { searchQueries, relatedQueries, redirects, nativeEntities, more } = abilities;
  const fields = ['text', 'markdown', 'html'];
  if (engine !== 'search-ai') fields.push('rawResponse');
  fields.push('sources');
  if (engine !== 'assistant-c') fields.push('citationPills');
  if (engine === 'assistant-a') fields.push('entities');
  else if (nativeEntities === true) fields.push('entities');
  if (searchQueries && (engine === 'assistant-a' || engine === 'assistant-c' || engine === 'assistant-d')) {
    fields.push('searchQueries');
  }
  if (searchQueries && engine === 'assistant-e') fields.push('search_model_queries');
  if (relatedQueries === true && engine === 'assistant-e') fields.push('related_queries');
  if (engine === 'assistant-c') fields.push('model');
  if (redirects === true && engine === 'search-ai') fields.push('redirectLink');
  return [...fields, ...(more?.[engine] ?? [])];
}
