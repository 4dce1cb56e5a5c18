import { Bookmark, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../ui/Button.tsx';
import { Field, inputLook } from '../../../ui/Field.tsx';
import { Popover, PopoverClose } from '../../../ui/Popover.tsx';
import type { SearchStore } from './searchStore.ts';

type SavedSearchesProps = {
  readonly store: SearchStore;
  readonly text: string;
  readonly onSearch: (text: string) => void;
};

/** Searches kept under a name, and a way to keep the present one. */
export function SavedSearches({ store, text, onSearch }: SavedSearchesProps) {
  const { saved, loadSaved, save, removeSaved } = useStore(store);
  const [name, setName] = useState('');
  useEffect(() => void loadSaved(), [loadSaved]);
  const present = text.trim();
  const known = saved.find((search) => search.text === present);
  return (
    <Popover
      label="Saved searches"
      align="end"
      className="w-80 p-2"
      trigger={
        <Button look="quiet" size="icon" aria-label="Saved searches">
          <Bookmark size={14} aria-hidden="true" className={known ? 'fill-current text-accent' : undefined} />
        </Button>
      }
    >
      {saved.length === 0 ? (
        <p className="px-2 py-1 text-ink-3 text-table">
          No search is saved yet. A saved search is found here with its filters.
        </p>
      ) : (
        <ul>
          {saved.map((search) => (
            <li key={search.id} className="flex items-center gap-1">
              <PopoverClose asChild>
                <button
                  type="button"
                  onClick={() => onSearch(search.text)}
                  className="flex min-w-0 flex-1 flex-col rounded-sm px-2 py-1 text-start hover:bg-hover"
                >
                  <span dir="auto" className="max-w-full truncate">
                    {search.name}
                  </span>
                  <span dir="auto" className="max-w-full truncate text-ink-3 text-mini">
                    {search.text}
                  </span>
                </button>
              </PopoverClose>
              <Button
                look="quiet"
                size="icon-small"
                aria-label={`Forget ${search.name}`}
                onClick={() => void removeSaved(search.id)}
              >
                <Trash2 size={12} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {present === '' ? null : (
        <form
          className="mt-1 flex items-end gap-2 border-line border-t p-2"
          onSubmit={(event) => {
            event.preventDefault();
            void save(name.trim() === '' ? present.slice(0, 100) : name.trim());
            setName('');
          }}
        >
          <Field label={known ? `Rename “${known.name}”` : 'Save this search as'} className="min-w-0 flex-1">
            {(ids) => (
              <input
                {...ids}
                value={name}
                maxLength={100}
                placeholder={known?.name ?? present.slice(0, 40)}
                onChange={(event) => setName(event.target.value)}
                className={inputLook}
              />
            )}
          </Field>
          <Button type="submit">Save</Button>
        </form>
      )}
    </Popover>
  );
}
