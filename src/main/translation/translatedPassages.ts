import type { HistoryCalls } from '#main/history/threads/reopeningHistory.ts';
import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { blockId } from '#shared/text/markdown/parsedBlock.ts';
import { parseSample } from '#shared/text/reading.ts';
import { translatedPassage } from '#shared/translation/passages.ts';
import { blocksById } from '#shared/translation/readIn.ts';

/** Passages of stored answers in the reader's language, in the order of the request; null where there is none. */
export async function translatedPassages(
  history: HistoryCalls,
  { passages, to }: RouteParsedInput<'translations.passages'>,
): Promise<readonly (string | null)[]> {
  const asked = [...new Set(passages.map(({ observationId }) => observationId))];
  const candidates = (await history.call('translations.candidates', { ids: asked, to })).filter(
    ({ translatedAtMs }) => translatedAtMs !== null,
  );
  const ids = candidates.map(({ id }) => id);
  if (ids.length === 0) return passages.map(() => null);
  const [samples, { translations }] = await Promise.all([
    history.call('observations.samples', { ids }),
    history.call('translations.get', { ids, to }),
  ]);
  const countryOf = new Map(candidates.map(({ id, country }) => [id, country ?? '']));
  const answers = new Map(
    samples.map((sample) => {
      const { observationId } = sample;
      const parsed = parseSample(sample, countryOf.get(observationId) ?? '', {
        last: new Map(),
        current: new Map(),
      });
      const blocks = parsed.sections.flatMap(({ section, blocks: inSection }) =>
        inSection.map((block) => ({
          id: blockId(section, block),
          text: block.text,
          language: parsed.language.code,
        })),
      );
      const own = translations.filter((translation) => translation.observationId === observationId);
      return [observationId, { blocks, translated: blocksById(own) }] as const;
    }),
  );
  return passages.map(({ observationId, text }) => {
    const answer = answers.get(observationId);
    return answer === undefined ? null : translatedPassage(answer.blocks, answer.translated, text, to);
  });
}
