import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { IconButton } from './Button.tsx';

type FindFieldProps = {
  readonly label: string;
  readonly words: string;
  readonly onWords: (words: string) => void;
  /** What was found, such as "3 of 12 matches". */
  readonly found: string;
  readonly none: boolean;
  readonly onGo: (by: 1 | -1) => void;
  readonly onClose: () => void;
};

/** The bar for finding words on a screen: Enter goes to the next match, Shift+Enter to the previous one, Escape closes. */
export function FindField({ label, words, onWords, found, none, onGo, onClose }: FindFieldProps) {
  return (
    <search className="flex h-9 shrink-0 items-center gap-2 border-line border-b bg-bg px-4">
      <input
        type="search"
        // biome-ignore lint/a11y/noAutofocus: it opens to be typed into
        autoFocus
        aria-label={label}
        placeholder={label}
        value={words}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onGo(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
        }}
        className="h-6 w-64 rounded-md border border-control bg-surface px-2 outline-offset-0"
      />
      <span role="status" className="text-ink-2 text-table tabular">
        {words.trim() === '' ? '' : none ? 'No results' : found}
      </span>
      <IconButton Icon={ChevronUp} px={14} label="Previous match" disabled={none} onClick={() => onGo(-1)} />
      <IconButton Icon={ChevronDown} px={14} label="Next match" disabled={none} onClick={() => onGo(1)} />
      <IconButton Icon={X} px={14} label="Close find" className="ms-auto" onClick={onClose} />
    </search>
  );
}
