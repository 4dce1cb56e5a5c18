import { useEffect, useMemo } from 'react';
import { useBridge, useRoute } from '../bridge/BridgeContext.tsx';
import { allCommands, useAllCommands, useCommandsStore } from '../window/commands.tsx';
import { switchingPrefix } from './useWindowCommands.ts';

/** Milliseconds in which several changes are one: a screen registers its commands in several steps. */
const calmMs = 150;
const shownRuns = 10;

/** Only in the desktop program. A component of its own: what it reads changes with every answer and every screen. */
export function ApplicationMenu() {
  const { data } = useRoute('app.info', {});
  return data?.host === 'desktop' ? <FollowedMenu /> : null;
}

/** Keeps the menu of the desktop program as the window is, and runs what is chosen in it. */
function FollowedMenu() {
  const bridge = useBridge();
  const store = useCommandsStore();
  const commands = useAllCommands();
  const runs = useRoute('runs.list', { limit: shownRuns }).data?.runs;
  const menu = useMemo(() => {
    const titled = (test: (id: string, group: string) => boolean) =>
      commands
        .filter(({ id, group }) => test(id, group))
        .slice(0, 100)
        .map(({ id, title }) => ({ id, title: title.slice(0, 300) }));
    return JSON.stringify({
      enabled: commands.map(({ id }) => id.slice(0, 200)).slice(0, 500),
      exports: titled((_id, group) => group === 'Export'),
      runs: (runs ?? []).map(({ id, question }) => ({ id, title: question.slice(0, 80) })),
      projects: titled((id) => id.startsWith(switchingPrefix)).map(({ id, title }) => ({
        id,
        title: title.replace(/^Switch to /, ''),
      })),
    });
  }, [commands, runs]);
  useEffect(() => {
    // Without it the menu stays as it was.
    const show = (): void => void bridge.call('app.showMenu', JSON.parse(menu)).catch(() => undefined);
    const timer = setTimeout(show, calmMs);
    // There may be several windows: the menu is that of the one in front.
    window.addEventListener('focus', show);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focus', show);
    };
  }, [bridge, menu]);
  useEffect(
    () =>
      bridge.on('command.chosen', ({ id }) =>
        allCommands(store.getState())
          .find((command) => command.id === id)
          ?.run(),
      ),
    [bridge, store],
  );
  return null;
}
