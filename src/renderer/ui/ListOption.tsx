import type { ReactNode } from 'react';

type ListOptionProps = {
  readonly id: string;
  readonly index: number;
  /** Number of options; -1 if unknown. */
  readonly total: number;
  /** Position and height in the list, CSS pixels. */
  readonly top: number;
  readonly height: number;
  /** Whether it is the active option. */
  readonly active: boolean;
  readonly selected: boolean;
  readonly onClick: () => void;
  readonly className: string;
  readonly children: ReactNode;
};

/** An option of a virtualized listbox. The listbox itself is the surrounding `group`. */
export function ListOption(props: ListOptionProps) {
  const { id, index, total, top, height, active, selected, onClick, className, children } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list is the one tab stop and names the active option
    <div
      id={id}
      role="option"
      aria-selected={selected}
      aria-posinset={index + 1}
      aria-setsize={total}
      onClick={onClick}
      style={{ top, height }}
      className={`${className} absolute inset-x-0 border-line border-b hover:bg-hover ${
        active
          ? 'bg-hover group-focus-visible:bg-accent-soft group-focus-visible:shadow-[inset_2px_0_0_var(--accent)]'
          : ''
      }`}
    >
      {children}
    </div>
  );
}
