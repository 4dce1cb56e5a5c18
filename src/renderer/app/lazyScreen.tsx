import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

type Load<P> = () => Promise<ComponentType<P>>;

/**
 * A part of the window that is loaded when it is first shown. If loading fails, it is retried whenever the part is
 * shown. Chromium from version 150 caches failed modules, so there only a new window can load it.
 */
export function lazyScreen<P extends object>(load: Load<P>): ComponentType<P> {
  return lazy(async (): Promise<{ default: ComponentType<P> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: (props: P) => <TriedAgain load={load} of={props} /> };
    }
  });
}

type Outcome<P> = { readonly Loaded: ComponentType<P> } | { readonly failure: string };

/** @param props.of props of the part itself */
function TriedAgain<P extends object>({ load, of }: { readonly load: Load<P>; readonly of: P }) {
  const [outcome, setOutcome] = useState<Outcome<P> | null>(null);
  useEffect(() => {
    load().then(
      (Loaded) => setOutcome({ Loaded }),
      (thrown: unknown) => setOutcome({ failure: thrown instanceof Error ? thrown.message : String(thrown) }),
    );
  }, [load]);
  if (outcome === null) return null;
  if ('Loaded' in outcome) return createElement(outcome.Loaded, of);
  // A part with `onClose` is shown over the rest of the window.
  const onClose = 'onClose' in of && typeof of.onClose === 'function' ? of.onClose : null;
  return (
    <Notice
      tone="bad"
      className={onClose === null ? 'm-4 max-w-2xl' : 'fixed inset-x-4 bottom-4 z-50 mx-auto max-w-2xl'}
      actions={
        <>
          <Button size="small" onClick={() => window.location.reload()}>
            Reload the window
          </Button>
          {onClose === null ? null : (
            <Button size="small" look="quiet" onClick={() => onClose()}>
              Close
            </Button>
          )}
        </>
      }
    >
      This part of the window could not be loaded. Stored data is unchanged. Check that Parallax is still
      running, then reload the window.
      <span className="block text-ink-3 text-table">{outcome.failure}</span>
    </Notice>
  );
}
