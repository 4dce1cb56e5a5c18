import { useState } from 'react';
import type { BrandDecision } from '#shared/analysis/model.ts';
import type { BrandBookView } from '#shared/model/brand.ts';
import { useAction, useRoute } from './BridgeContext.tsx';
import type { BridgeFailure } from './client.ts';

/**
 * The brand rules as they are now.
 * @param project whose rules; of the one in use when undefined
 */
export function useBrandRules(project?: string) {
  return useRoute('brands.get', inProject(project));
}

function inProject(project: string | undefined): { readonly project?: string } {
  return project === undefined ? {} : { project };
}

export type BrandDecisions = {
  readonly book: BrandBookView | undefined;
  readonly decide: (decision: BrandDecision) => void;
  readonly undo: (id: string) => void;
  /** The decision made last in this place, until it is taken back or put away. */
  readonly last: BrandBookView['decisions'][number] | null;
  readonly forgetLast: () => void;
  readonly failure: BridgeFailure | null;
};

/**
 * Deciding about brands and domains where they are looked at.
 * @param project whose rules read what is looked at; the one in use when undefined
 */
export function useBrandDecisions(project?: string): BrandDecisions {
  const rules = useBrandRules(project);
  const decide = useAction('brands.decide', ['brands.']);
  const undo = useAction('brands.undo', ['brands.']);
  const [lastId, setLastId] = useState<string | null>(null);
  const book = rules.data;
  return {
    book,
    decide: (decision) => {
      undo.reset();
      decide.mutate(
        { decision, ...inProject(project) },
        // A decision that says what holds already adds nothing to the list.
        {
          onSuccess: (next) =>
            setLastId(next.version === book?.version ? null : (next.decisions[0]?.id ?? null)),
        },
      );
    },
    undo: (id) => {
      decide.reset();
      undo.mutate({ id, ...inProject(project) });
    },
    last: book?.decisions.find((each) => each.id === lastId) ?? null,
    forgetLast: () => setLastId(null),
    failure: decide.error ?? undo.error ?? rules.error,
  };
}
