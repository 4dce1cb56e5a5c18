import { useEffect, useRef } from 'react';
import { useRoute } from '../bridge/BridgeContext.tsx';
import { parseAddress, type Screen } from '../window/address.ts';
import { navigation } from '../window/navigation.tsx';

/** Screens of one run or of single answers. */
const ofAnswers: readonly Screen['name'][] = ['run', 'selection', 'answers', 'answer', 'change-history'];

/**
 * Closes what belongs to one project when another one is selected: the answers of a client must not stay on the screen
 * under the name of another. Lists stay open, because they show the new project.
 */
export function useProjectScreens(): void {
  const id = useRoute('projects.list', {}).data?.currentId;
  const before = useRef(id);
  useEffect(() => {
    const other = before.current !== undefined && id !== undefined && before.current !== id;
    before.current = id;
    if (!other) return;
    const { screen, params } = parseAddress(window.location.hash);
    if (ofAnswers.includes(screen.name)) navigation.go({ name: 'overview' });
    else if (Object.keys(params).length > 0) navigation.go(screen);
  }, [id]);
}
