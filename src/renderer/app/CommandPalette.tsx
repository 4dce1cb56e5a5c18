import { Command as Palette } from 'cmdk';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useRoute } from '../bridge/BridgeContext.tsx';
import type { ComposerStore } from '../features/ask/composerStore.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { FlagStrip } from '../ui/FlagStrip.tsx';
import { MarketFlags } from '../ui/MarketFlags.tsx';
import { runTitle } from '../ui/runLabels.ts';
import { SnippetText } from '../ui/SnippetText.tsx';
import { commandGroups, printKeys } from '../window/commands.tsx';
import { navigation } from '../window/navigation.tsx';
import { type PaletteEntry, searchPalette } from './paletteSearch.ts';
import { usePaletteEntries } from './usePaletteEntries.ts';

type CommandPaletteProps = {
  readonly open: boolean;
  readonly composer: ComposerStore;
  /** Text typed before the palette was shown; cleared when it closes. */
  readonly typedAhead: RefObject<string>;
  readonly onClose: () => void;
  readonly onOpenRun: (runId: string) => void;
};

/** Searches all commands, screens, settings, past questions, and the words of answers. */
export function CommandPalette(props: CommandPaletteProps) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Search or run a command" bare>
      <PaletteContent {...props} />
    </Dialog>
  );
}

const commandsIn = (entries: readonly PaletteEntry[]): readonly PaletteEntry[] =>
  commandGroups.flatMap((group) => entries.filter((entry) => entry.group === group));

const itemLook =
  'flex h-8 items-center gap-3 rounded-sm px-2 data-[selected=true]:bg-pressed data-[selected=true]:text-ink';

function PaletteContent({ composer, typedAhead, onClose, onOpenRun }: CommandPaletteProps) {
  const [text, setText] = useState(() => typedAhead.current);
  useEffect(() => {
    // More text may have been typed between the first paint and the focus.
    setText((now) => (now === '' || typedAhead.current.startsWith(now) ? typedAhead.current : now));
    return () => {
      typedAhead.current = '';
    };
  }, [typedAhead]);
  const entries = usePaletteEntries(composer);
  const wanted = text.trim();
  const runs = useRoute('runs.list', { limit: 8, ...(wanted === '' ? {} : { text: wanted }) });
  // Without text, only the commands of this screen. Other entries appear when text is typed.
  const groups = useMemo(
    () => searchPalette(wanted === '' ? commandsIn(entries) : entries, wanted),
    [entries, wanted],
  );
  const run = (entry: PaletteEntry): void => {
    onClose();
    // Run after the dialog has restored the focus, because the command may move it.
    setTimeout(entry.run, 0);
  };
  return (
    <Palette
      label="Search or run a command"
      className="flex min-h-0 flex-1 flex-col"
      loop
      shouldFilter={false}
    >
      <Palette.Input
        autoFocus
        value={text}
        onValueChange={setText}
        placeholder="Search questions, screens, brands, markets, settings…"
        className="h-11 shrink-0 border-line border-b bg-transparent px-4 text-read outline-none"
      />
      <Palette.List className="max-h-[min(60vh,28rem)] overflow-y-auto p-1 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-ink-3 [&_[cmdk-group-heading]]:text-table">
        <Palette.Empty className="p-4 text-center text-ink-3">No results for “{wanted}”.</Palette.Empty>
        {groups.map(({ heading, entries: found }) => (
          <Palette.Group key={heading} heading={heading}>
            {found.map((entry) => (
              <Palette.Item key={entry.id} value={entry.id} onSelect={() => run(entry)} className={itemLook}>
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {entry.title}
                </span>
                {entry.keys?.[0] ? (
                  <kbd className="font-sans text-ink-3 text-mini">{printKeys(entry.keys[0])}</kbd>
                ) : null}
              </Palette.Item>
            ))}
          </Palette.Group>
        ))}
        {runs.data && runs.data.runs.length > 0 ? (
          <Palette.Group heading={wanted === '' ? 'Recent' : 'Questions'}>
            {runs.data.runs.map((each) => (
              <Palette.Item
                key={each.id}
                value={`run ${each.id}`}
                onSelect={() => {
                  onClose();
                  onOpenRun(each.id);
                }}
                className={itemLook}
              >
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {runTitle(each)}
                </span>
                <FlagStrip cells={each.strip} total={each.markets} most={3} />
              </Palette.Item>
            ))}
          </Palette.Group>
        ) : null}
        <FoundAnswers words={wanted} onClose={onClose} />
      </Palette.List>
    </Palette>
  );
}

/** Shorter words are in almost every answer. */
const leastSearched = 3;
const searchDelayMs = 200;

/** Answers that contain the words. They are searched for when typing pauses, because a history may be large. */
function FoundAnswers({ words, onClose }: { readonly words: string; readonly onClose: () => void }) {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), searchDelayMs);
    return () => clearTimeout(timer);
  }, [words]);
  const enabled = rested.length >= leastSearched;
  const { data } = useRoute('history.search', { text: rested, limit: 5 }, { enabled });
  const hits = enabled && rested === words ? (data?.hits ?? []) : [];
  if (hits.length === 0) return null;
  const open = (run: () => void): void => {
    onClose();
    setTimeout(run, 0);
  };
  return (
    <Palette.Group heading="Answers">
      {hits.map((hit) => (
        <Palette.Item
          key={hit.cellId}
          value={`answer ${hit.cellId}`}
          onSelect={() =>
            open(() => navigation.go({ name: 'run', runId: hit.runId }, { tab: 'answer', at: hit.marketKey }))
          }
          className={itemLook}
        >
          <span className="min-w-0 flex-1 truncate">
            {hit.snippet === null ? (
              hit.question
            ) : (
              <SnippetText snippet={hit.snippet} language={hit.language} />
            )}
          </span>
          <MarketFlags keys={[hit.marketKey]} />
        </Palette.Item>
      ))}
      <Palette.Item
        value="all answers"
        onSelect={() => open(() => navigation.go({ name: 'history' }, { q: rested }))}
        className={itemLook}
      >
        Search history for “{rested}”
      </Palette.Item>
    </Palette.Group>
  );
}
