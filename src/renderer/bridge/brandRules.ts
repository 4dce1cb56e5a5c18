import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { BrandDecision } from '#shared/analysis/model.ts';
import type { BrandBookView } from '#shared/model/brand.ts';
import { useAction, useBridge, useRoute } from './BridgeContext.tsx';
import type { BridgeFailure } from './client.ts';
import { invalidate } from './invalidate.ts';

/**
 * The brand rules as they are now, read again whenever they change, here or in another program.
 * @param project whose rules; of the one in use when undefined
 */
export function useBrandRules(project?: string) {
  const bridge = useBridge();
  const queries = useQueryClient();
  useEffect(() => {
    const again = (): void => void invalidate(queries, { queryKey: ['brands.get'] });
    const ends = [bridge.on('brands.changed', again), bridge.onGap(again)];
    return () => {
      for (const end of ends) end();
    };
  }, [bridge, queries]);
  return useRoute('brands.get', inProject(project));
}

function inProject(project: string | undefined): { readonly project?: string } {
  return project === undefined ? {} : { project };
}

/** Grows whenever the rules may have changed: what was computed with them is to be asked for again. */
export function useBrandRuleChanges(): number {
  const bridge = useBridge();
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const again = (): void => setChanges((count) => count + 1);
    const ends = [bridge.on('brands.changed', again), bridge.onGap(again)];
    return () => {
      for (const end of ends) end();
    };
  }, [bridge]);
  return changes;
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
