import type { BrandInput } from '#shared/bridge/routes/brands.ts';
import type { BrandView } from '#shared/model/brand.ts';
import type { BrandKind } from '#shared/model/comparison/samples.ts';

export type AliasLine = { readonly text: string; readonly caseSensitive: boolean };

/** The draft of a brand. Empty lines are removed when it is saved. */
export type BrandDraft = {
  readonly name: string;
  readonly kind: BrandKind;
  readonly aliases: readonly AliasLine[];
  readonly domains: readonly string[];
  /** Inflected forms that do not count, folded. */
  readonly excludedForms: readonly string[];
};

/**
 * The brand's own names and domains, without those added by a merge.
 * @param kind of a new brand
 */
export function draftOf(brand: BrandView | null, kind: BrandKind): BrandDraft {
  return {
    name: brand?.name ?? '',
    kind: brand?.kind ?? kind,
    aliases: (brand?.aliases ?? [])
      .filter((alias) => !alias.merged)
      .map(({ text, caseSensitive }) => ({ text, caseSensitive: caseSensitive === true })),
    domains: (brand?.domains ?? []).filter((each) => !each.merged).map((each) => each.domain),
    excludedForms: brand?.excludedForms ?? [],
  };
}

const isFilled = (text: string): boolean => text.trim() !== '';

export function inputOf(draft: BrandDraft, id: string | null, confirmed = false): BrandInput {
  return {
    ...(id === null ? {} : { id }),
    confirmed: confirmed || undefined,
    name: draft.name,
    kind: draft.kind,
    aliases: draft.aliases
      .filter((alias) => isFilled(alias.text))
      .map(({ text, caseSensitive }) => (caseSensitive ? { text, caseSensitive } : { text })),
    domains: draft.domains.filter(isFilled),
    excludedForms: [...draft.excludedForms],
  };
}

/** The line of the form for a problem's field (`aliases.2`), which does not count empty lines. */
export function problemLine(
  field: string,
  list: 'aliases' | 'domains',
  texts: readonly string[],
): number | null {
  const sent = new RegExp(`^${list}\\.(\\d+)`).exec(field)?.[1];
  if (sent === undefined) return null;
  const lines = texts.flatMap((text, line) => (isFilled(text) ? [line] : []));
  return lines[Number(sent)] ?? null;
}
