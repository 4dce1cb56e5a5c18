import type { HistoryCalls } from '#main/history/threads/reopeningHistory.ts';
import type { ComparedTranslations } from '#shared/model/comparison/samples.ts';

/** The stored translations of answers, for their comparison; null if none is asked for or stored. */
export async function comparedTranslations(
  history: HistoryCalls,
  ids: readonly string[],
  target: string | undefined,
): Promise<ComparedTranslations | null> {
  if (target === undefined) return null;
  const { translations } = await history.call('translations.get', { ids, to: target });
  if (translations.length === 0) return null;
  // Equal blocks of several answers are read in one translation, so that they stay equal.
  const blocks: Record<string, ComparedTranslations['blocks'][string]> = {};
  for (const translation of translations)
    for (const { id, text, spans, problem } of translation.blocks)
      if (problem === null) blocks[id] ??= { text, spans };
  return {
    target,
    blocks,
    read: translations.map(({ observationId, madeAtMs }) => ({ observationId, madeAtMs })),
  };
}
