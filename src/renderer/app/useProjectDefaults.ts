import { useEffect, useRef } from 'react';
import type { ProjectDefaults } from '#shared/model/project.ts';
import { useRoute } from '../bridge/BridgeContext.tsx';
import type { ComposerStore, ComposerValues } from '../features/ask/composerStore.ts';

/**
 * Lets a new question begin with the engine and markets of the project in use: when the window opens, unless a
 * question stands there already, when another project is chosen, and when a person changes them.
 *
 * @param ready whether what was chosen last stands in the composer; the project's goes before it
 */
export function useProjectDefaults(composer: ComposerStore, ready: boolean): void {
  const { data } = useRoute('projects.list', {});
  const project = data?.projects.find(({ id }) => id === data.currentId);
  const id = project?.id;
  const written = JSON.stringify(project?.defaults ?? {});
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (!ready || id === undefined) return;
    const now = `${id} ${written}`;
    const changed = before.current !== null && before.current !== now;
    before.current = now;
    if (changed || composer.getState().question === '')
      composer.getState().fill(valuesOf(JSON.parse(written)));
  }, [composer, ready, id, written]);
}

function valuesOf({ engine, markets }: ProjectDefaults): Partial<ComposerValues> {
  return {
    ...(engine === undefined ? {} : { engine }),
    ...(markets === undefined
      ? {}
      : {
          markets: markets.flatMap(({ country, state }) =>
            country === null ? [] : [{ country, ...(state === undefined ? {} : { state }) }],
          ),
        }),
  };
}
