import { languagesOf } from '#shared/geo/countries.ts';
import type { NameForms } from '#shared/model/brand.ts';
import { uncoveredLanguages, writtenForms } from '#shared/text/brands/inflections.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';

/** The inflected forms of names, beside the languages of the project that inflect them. */
export function createNameForms({ history }: { readonly history: HistoryCalls }) {
  return {
    async forms(input: {
      readonly projectId: string;
      readonly names: readonly string[];
    }): Promise<NameForms> {
      const markets = await history.call('brands.markets', { projectId: input.projectId });
      const languages = [
        ...new Set(
          markets.flatMap(({ country, language }) =>
            language === null ? languagesOf(country ?? '') : [language.split('-')[0]?.toLowerCase() ?? ''],
          ),
        ),
      ].sort();
      return {
        forms: writtenForms(input.names).map(({ text, written, languages: of }) => ({
          form: text,
          written,
          languages: [...of],
        })),
        languages,
        uncovered: [...uncoveredLanguages(languages)],
      };
    },
  };
}
