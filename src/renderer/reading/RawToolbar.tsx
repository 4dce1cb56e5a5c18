import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { inputLook } from '../ui/Field.tsx';
import { Menu, MenuChoices } from '../ui/Menu.tsx';
import { type RawView, rawParts } from './rawView.ts';

/** Delay after typing before the search, in milliseconds. */
const restMs = 150;

type RawToolbarProps = {
  readonly view: RawView;
  readonly onView: (view: RawView) => void;
};

/** The displayed part of the stored exchange, and a search in all columns. */
export function RawToolbar({ view, onView }: RawToolbarProps) {
  const [words, setWords] = useState(view.words);
  useEffect(() => {
    if (words === view.words) return;
    const rest = setTimeout(() => onView({ ...view, words }), restMs);
    return () => clearTimeout(rest);
  }, [words, view, onView]);
  return (
    <>
      <Menu
        align="end"
        label="Content"
        trigger={
          <Button size="small">
            {rawParts.find((part) => part.id === view.part)?.label}
            <ChevronDown size={12} aria-hidden="true" />
          </Button>
        }
      >
        <MenuChoices
          value={view.part}
          onChange={(value) =>
            onView({ ...view, part: rawParts.find((part) => part.id === value)?.id ?? 'result' })
          }
          choices={rawParts.map((part) => ({ value: part.id, label: part.label }))}
        />
      </Menu>
      <div className="w-44">
        <input
          type="search"
          aria-label="Search keys and values"
          placeholder="Search"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          className={inputLook}
        />
      </div>
    </>
  );
}
