import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../ui/classNames.ts';
import { entriesOf, type JsonEntry, rootPath, writtenValue } from './jsonSearch.ts';

/** Maximum entries rendered before the user asks for more. */
const maxEntries = 100;
/** Maximum characters of a text before it is folded. */
const longText = 600;

type JsonTreeProps = {
  readonly value: unknown;
  /** Shows only these paths, all of them open; null shows everything. */
  readonly only: ReadonlySet<string> | null;
};

/** A stored value as an expandable tree, with keys in their original order. */
export function JsonTree({ value, only }: JsonTreeProps) {
  return (
    <div dir="ltr" className="rounded-md bg-sunken p-2 font-mono text-mini leading-5">
      <Entries value={value} path={rootPath} only={only} depth={0} />
    </div>
  );
}

type EntriesProps = JsonTreeProps & { readonly path: string; readonly depth: number };

function Entries({ value, path, only, depth }: EntriesProps) {
  const [all, setAll] = useState(false);
  const entries = entriesOf(value, path);
  if (entries.length === 0) return <Written value={value} whole={only !== null} />;
  const wanted = only === null ? entries : entries.filter((entry) => only.has(entry.path));
  // A matching key is shown with everything below it.
  const shown = wanted.length === 0 ? entries : wanted;
  const listed = all ? shown : shown.slice(0, maxEntries);
  return (
    <ul className={depth === 0 ? undefined : 'border-line-strong border-s ps-1.5'}>
      {listed.map((entry) => (
        <Node key={entry.path} entry={entry} only={wanted.length === 0 ? null : only} depth={depth} />
      ))}
      {listed.length < shown.length ? (
        <li>
          <button type="button" onClick={() => setAll(true)} className="rounded-sm px-1 hover:bg-hover">
            show {shown.length - listed.length} more
          </button>
        </li>
      ) : null}
    </ul>
  );
}

function Node({
  entry,
  only,
  depth,
}: {
  readonly entry: JsonEntry;
  readonly only: ReadonlySet<string> | null;
  readonly depth: number;
}) {
  const [open, setOpen] = useState(depth === 0 && !Array.isArray(entry.value));
  const inner = entriesOf(entry.value, entry.path);
  if (inner.length === 0)
    return (
      <li className="ps-4">
        <span className="text-ink-2">{entry.key}:</span> <Written value={entry.value} whole={only !== null} />
      </li>
    );
  const opened = open || only !== null;
  return (
    <li>
      <button
        type="button"
        aria-expanded={opened}
        onClick={() => setOpen(!open)}
        className="flex min-h-6 w-full items-center gap-1 rounded-sm text-start hover:bg-hover"
      >
        <ChevronRight
          size={12}
          aria-hidden="true"
          className={classNames('shrink-0 text-ink-3', opened && 'rotate-90')}
        />
        <span className="text-ink-2">{entry.key}</span>
        <span className="text-ink-3">
          {Array.isArray(entry.value) ? `[${inner.length}]` : `{${inner.length}}`}
        </span>
      </button>
      {opened ? (
        <div className="ps-1.5">
          <Entries value={entry.value} path={entry.path} only={only} depth={depth + 1} />
        </div>
      ) : null}
    </li>
  );
}

function Written({ value, whole }: { readonly value: unknown; readonly whole: boolean }) {
  const [unfolded, setUnfolded] = useState(false);
  const text = writtenValue(value);
  const folded = !whole && !unfolded && text.length > longText;
  return (
    <span>
      <span
        dir="auto"
        className={classNames(
          'whitespace-pre-wrap [overflow-wrap:anywhere]',
          typeof value === 'string' ? 'text-ink' : 'text-accent',
        )}
      >
        {folded ? `${text.slice(0, longText)}…` : text}
      </span>
      {folded ? (
        <button
          type="button"
          onClick={() => setUnfolded(true)}
          className="ms-1 rounded-sm px-1 text-ink-2 underline hover:bg-hover"
        >
          Expand all
        </button>
      ) : null}
    </span>
  );
}
