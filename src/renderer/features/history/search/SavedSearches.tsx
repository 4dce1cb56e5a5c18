import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SavedSearch } from '#shared/model/search.ts';
import { useAction, useRoute } from '../../../bridge/BridgeContext.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Popover, PopoverClose } from '../../../ui/Popover.tsx';

type SavedSearchesProps = {
  readonly text: string;
  readonly onSearch: (text: string) => void;
};

const none: readonly SavedSearch[] = [];

/** Saved searches, and saving the current one. */
export function SavedSearches({ text, onSearch }: SavedSearchesProps) {
  const list = useRoute('searches.list', {});
  const save = useAction('searches.save', ['searches.list']);
  const remove = useAction('searches.remove', ['searches.list']);
  const saved = list.data?.searches ?? none;
  const failure = list.error ?? save.error ?? remove.error;
  const [name, setName] = useState('');
  const present = text.trim();
  const known = saved.find((search) => search.text === present);
  return (
    <Popover
      label="Saved searches"
      align="end"
      className="w-80 p-2"
      trigger={
        <IconButton
          Icon={Bookmark}
          px={14}
          label="Saved searches"
          iconLook={known ? 'fill-current text-accent' : undefined}
          size="icon"
        />
      }
    >
      {failure ? <ErrorNotice error={failure} className="mb-1" /> : null}
      {saved.length === 0 ? (
        <p className="px-2 py-1 text-ink-3 text-table">
          No saved searches yet. Save a search to keep it here with its filters.
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
              <IconButton
                Icon={Trash2}
                px={12}
                label={`Delete ${search.name}`}
                onClick={() => remove.mutate({ id: search.id })}
              />
            </li>
          ))}
        </ul>
      )}
      {present === '' ? null : (
        <form
          className="mt-1 flex items-end gap-2 border-line border-t p-2"
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate({ name: name.trim() === '' ? present.slice(0, 100) : name.trim(), text });
            setName('');
          }}
        >
          <TextField
            label={known ? `Rename “${known.name}”` : 'Save search as'}
            className="min-w-0 flex-1"
            value={name}
            maxLength={100}
            placeholder={known?.name ?? present.slice(0, 40)}
            onChange={setName}
          />
          <Button type="submit">Save</Button>
        </form>
      )}
    </Popover>
  );
}
