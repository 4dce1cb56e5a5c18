import { Languages } from 'lucide-react';
import { useState } from 'react';
import { wordingLines } from '#shared/documents/wordingSentences.ts';
import { SuggestWordings } from '../../bridge/SuggestWordings.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { WordingsDialog } from '../../ui/WordingsDialog.tsx';
import { useComposer } from './composerContext.ts';
import { aimed } from './composerStore.ts';

/** Opens the wordings of the question, and shows their number. */
export function WordingsButton() {
  const state = useComposer((all) => all);
  const [open, setOpen] = useState(false);
  const count = Object.keys(state.wordings).length;
  return (
    <>
      <Button disabled={state.question.trim() === ''} onClick={() => setOpen(true)}>
        <Languages size={13} aria-hidden="true" />
        {count === 0 ? 'Wordings…' : formatQuantity(count, 'wording')}
      </Button>
      {open ? (
        <WordingsDialog
          questions={[{ text: state.question, wordings: state.wordings }]}
          markets={aimed(state)}
          suggest={SuggestWordings}
          onClose={() => setOpen(false)}
          onSave={([wordings = {}]) => {
            state.setWordings(wordings);
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}

/** The wording of each market, shown before sending. */
export function WordingsLine() {
  const state = useComposer((all) => all);
  const lines = wordingLines([{ wordings: state.wordings }], aimed(state));
  return lines.map((line) => (
    <p key={line} role="status" className="border-line border-t px-3 py-1.5 text-ink-2 text-table">
      {line}
    </p>
  ));
}
