import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import { inputLook } from './Field.tsx';
import { formatCount } from './format.ts';
import { Popover } from './Popover.tsx';

type MultiChoiceProps = {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly choices: readonly {
    readonly value: string;
    readonly label: string;
    readonly count?: number;
    readonly icon?: ReactNode;
  }[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly className?: string;
};

/** Longer lists can be searched. */
const maxUnsearched = 8;
/** Longer lists are searched instead of read. */
const maxListed = 200;

/** Several choices of a list behind a button that names them; none chosen is all. */
export function MultiChoice({ label, chosen, choices, onChange, className }: MultiChoiceProps) {
  const id = useId();
  const [words, setWords] = useState('');
  const labelOf = (value: string): string => choices.find((each) => each.value === value)?.label ?? value;
  const unknown = chosen.filter((value) => !choices.some((each) => each.value === value));
  const all = [...unknown.map((value) => ({ value, label: value, count: 0, icon: null })), ...choices];
  const wanted = words.trim().toLowerCase();
  const found = all.filter((each) => each.label.toLowerCase().includes(wanted));
  const [first] = chosen;
  const named =
    first === undefined
      ? 'All'
      : `${labelOf(first)}${chosen.length > 1 ? ` +${formatCount(chosen.length - 1)}` : ''}`;
  const toggle = (value: string): void =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <span id={id} className="font-medium text-ink-2 text-table" aria-hidden="true">
        {label}
      </span>
      <Popover
        label={label}
        className="flex w-80 flex-col gap-1 p-2"
        trigger={
          <Button
            aria-label={`${label}: ${chosen.length === 0 ? 'all' : chosen.map(labelOf).join(', ')}`}
            title={chosen.length === 0 ? undefined : chosen.map(labelOf).join('\n')}
            className={classNames('w-full border-control!', chosen.length > 0 && 'text-accent')}
          >
            <span dir="auto" className="min-w-0 flex-1 truncate text-start">
              {named}
            </span>
            <ChevronDown size={12} aria-hidden="true" className="shrink-0" />
          </Button>
        }
      >
        {all.length > maxUnsearched ? (
          <input
            type="search"
            aria-label={`Search ${label.toLowerCase()}`}
            placeholder="Search"
            value={words}
            onChange={({ target }) => setWords(target.value)}
            className={inputLook}
          />
        ) : null}
        <Button
          look="quiet"
          size="small"
          className="self-start"
          aria-disabled={chosen.length === 0}
          onClick={() => onChange([])}
        >
          All {label.toLowerCase()}
        </Button>
        <ul aria-label={label} className="max-h-72 overflow-y-auto">
          {found.slice(0, maxListed).map(({ value, label: text, count, icon }) => (
            <li key={value}>
              <label className="flex min-h-7 items-center gap-2 rounded-sm px-1 hover:bg-hover">
                <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
                {icon}
                <span dir="auto" className="min-w-0 flex-1 truncate" title={text}>
                  {text}
                </span>
                {count === undefined ? null : (
                  <span className="text-ink-3 text-table tabular">{formatCount(count)}</span>
                )}
              </label>
            </li>
          ))}
        </ul>
        {found.length === 0 ? <p className="px-1 text-ink-2 text-table">Nothing found.</p> : null}
        {found.length > maxListed ? (
          <p className="px-1 text-ink-2 text-table">
            {formatCount(maxListed)} of {formatCount(found.length)}: search to find the others.
          </p>
        ) : null}
      </Popover>
    </div>
  );
}
