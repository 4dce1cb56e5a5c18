import type { OrdinaryNames } from '#shared/model/brand.ts';
import { isOneWord, isOrdinaryWord, lowerCaseUses } from '#shared/text/brands/ordinaryWords.ts';
import { storedRecords } from '../exports/storedRecords.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';
import { foundAnswers } from '../search/foundAnswers.ts';

/** Answers that are read for one name: the latest that contain it. */
const maxAnswers = 100;

/** Which names are ordinary words too, by a list and by the stored answers of the project. */
export function createOrdinaryNames({ history }: { readonly history: HistoryCalls }) {
  const usesOf = async (name: string, projectId: string) => {
    const ids: string[] = [];
    for await (const page of foundAnswers(history, `"${name}"`, projectId)) {
      ids.push(...page.slice(0, maxAnswers));
      break;
    }
    const found = { answers: 0, lowerCase: 0, lowerCaseIn: 0 };
    if (ids.length === 0) return found;
    const records = storedRecords(
      (input) => history.call('exports.page', input),
      { ids },
      false,
      () => undefined,
      () => undefined,
    );
    for await (const { text } of records) {
      const uses = lowerCaseUses(text, name);
      found.answers += 1;
      found.lowerCase += uses;
      if (uses > 0) found.lowerCaseIn += 1;
    }
    return found;
  };
  return {
    async words({
      projectId,
      names,
    }: {
      readonly projectId: string;
      readonly names: readonly string[];
    }): Promise<OrdinaryNames> {
      const words: OrdinaryNames['words'][number][] = [];
      for (const name of new Set(names.map((each) => each.trim()).filter(isOneWord))) {
        const uses = await usesOf(name, projectId);
        if (uses.lowerCase > 0 || isOrdinaryWord(name)) words.push({ name, ...uses });
      }
      return { words };
    },
  };
}
