import type { AskedQuestion } from './askedQuestion.ts';
import { type Entity, entitiesByRule } from './brandEntities.ts';
import type { Provenance } from './driver.ts';
import { engineResult } from './engineResult.ts';
import type { FoundAnswer } from './foundAnswer.ts';
import { markdownPage } from './markdownPage.ts';

export type AnswerToShape = {
  readonly asked: AskedQuestion;
  readonly found: FoundAnswer;
  /** Entities of the second pass; undefined if there was none or it failed. */
  readonly byModel: readonly Entity[] | undefined;
  readonly rawEvents: readonly unknown[];
  /** The provider's name, for the page. */
  readonly provider: string;
};

export type ShapedAnswer = {
  readonly result: Record<string, unknown>;
  /** The HTML page, if requested. */
  readonly page: string | undefined;
  readonly entityExtraction: NonNullable<Provenance['entityExtraction']>;
};

/** Everything derived from the answer's Markdown: result, page and entities. */
export function shapeAnswer({ asked, found, byModel, rawEvents, provider }: AnswerToShape): ShapedAnswer {
  const { entities, how } = named(found, byModel);
  return {
    result: engineResult({ asked, found, entities, rawEvents }),
    page: asked.include.html ? pageOf(provider, asked, found) : undefined,
    entityExtraction: how,
  };
}

/** The provider's entities first, then the model's, otherwise by rule. */
function named(
  found: FoundAnswer,
  byModel: readonly Entity[] | undefined,
): { readonly entities: readonly Entity[]; readonly how: ShapedAnswer['entityExtraction'] } {
  if (found.entities !== undefined) return { entities: found.entities, how: 'engine' };
  if (byModel !== undefined) return { entities: byModel, how: 'model' };
  return { entities: entitiesByRule(found.markdown), how: 'rules' };
}

function pageOf(provider: string, asked: AskedQuestion, found: FoundAnswer): string {
  return markdownPage({
    title: asked.prompt,
    markdown: found.markdown,
    sources: found.sources.map(({ url, title, domain }) => ({ url, label: title ?? domain ?? url })),
    provider,
    model: found.model,
    suggestions: found.suggestions,
  });
}
