import { useState } from 'react';
import type { BrandBookView } from '#shared/model/brand.ts';
import type { BrandDecision } from '#shared/model/comparison/samples.ts';
import { useAction, useRoute } from './BridgeContext.tsx';
import type { BridgeFailure } from './client.ts';

/**
 * The current brand rules.
 * @param project whose rules; by default of the project in use
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
  /** Makes the correction that was asked about; absent where there is nothing to confirm. */
  readonly confirm?: () => void;
  readonly undo: (id: string) => void;
  /** The last correction made here, until it is undone or dismissed. */
  readonly last: BrandBookView['decisions'][number] | null;
  readonly forgetLast: () => void;
  readonly failure: BridgeFailure | null;
};

/**
 * Manual corrections of brands and domains where they are shown.
 * @param project whose rules apply; by default of the project in use
 */
export function useBrandDecisions(project?: string): BrandDecisions {
  const rules = useBrandRules(project);
  const decide = useAction('brands.decide', ['brands.']);
  const undo = useAction('brands.undo', ['brands.']);
  const [lastId, setLastId] = useState<string | null>(null);
  const book = rules.data;
  const asked = decide.error?.code === 'CONFIRMATION_REQUIRED' ? decide.variables?.decision : undefined;
  const make = (decision: BrandDecision, confirmed: boolean): void => {
    undo.reset();
    decide.mutate(
      { decision, confirmed, ...inProject(project) },
      // A correction without effect is not added to the list.
      {
        onSuccess: (next) =>
          setLastId(next.version === book?.version ? null : (next.decisions[0]?.id ?? null)),
      },
    );
  };
  return {
    book,
    decide: (decision) => make(decision, false),
    confirm: asked && (() => make(asked, true)),
    undo: (id) => {
      decide.reset();
      undo.mutate({ id, ...inProject(project) });
    },
    last: book?.decisions.find((each) => each.id === lastId) ?? null,
    forgetLast: () => setLastId(null),
    failure: decide.error ?? undo.error ?? rules.error,
  };
}
