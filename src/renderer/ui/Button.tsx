import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './classNames.ts';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

const looks: Readonly<Record<ButtonLook, string>> = {
  primary:
    'bg-accent text-on-accent border-transparent font-medium enabled:hover:bg-accent-hover aria-disabled:bg-hover aria-disabled:text-ink-3 aria-disabled:border-line',
  plain:
    'bg-surface text-ink border-line-strong enabled:hover:bg-hover enabled:active:bg-pressed aria-expanded:bg-pressed',
  quiet:
    'bg-transparent text-ink-2 border-transparent enabled:hover:bg-hover enabled:hover:text-ink enabled:active:bg-pressed aria-expanded:bg-pressed aria-expanded:text-ink aria-pressed:bg-pressed aria-pressed:text-ink',
  danger: 'bg-surface text-bad border-line-strong enabled:hover:bg-bad-soft enabled:hover:border-bad',
};

const sizes = {
  normal: 'h-7 px-2.5 gap-1.5',
  small: 'h-6 px-2 gap-1 text-table',
  icon: 'size-7 justify-center',
  'icon-small': 'size-6 justify-center',
} as const;

type ButtonProps = ComponentProps<'button'> & {
  readonly look?: ButtonLook;
  readonly size?: keyof typeof sizes;
  /** Its action is running: it ignores clicks and keeps the focus, which `disabled` would lose with the next key. */
  readonly busy?: boolean;
};

/** A button. `aria-disabled` keeps it focusable, so that it can explain why it is disabled. */
export function Button({
  look = 'plain',
  size = 'normal',
  busy = false,
  className,
  type,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      className={classNames(
        'inline-flex shrink-0 items-center whitespace-nowrap rounded-md border select-none transition-colors duration-75 disabled:opacity-45 aria-busy:opacity-60',
        looks[look],
        sizes[size],
        className,
      )}
      {...rest}
      {...(busy ? busyProps : null)}
    />
  );
}

/** Enter in a form presses its button, so this also prevents submitting a form twice. */
const busyProps: ComponentProps<'button'> = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event) => event.preventDefault(),
};

type IconButtonProps = Omit<ButtonProps, 'children'> & {
  readonly Icon: LucideIcon;
  /** Of the icon, in pixels. */
  readonly px: number;
  /** Read aloud in place of the icon. */
  readonly label: string;
  readonly iconLook?: string;
};

/** A quiet button of an icon alone. */
export function IconButton({ Icon, px, label, iconLook, size = 'icon-small', ...rest }: IconButtonProps) {
  return (
    <Button look="quiet" size={size} aria-label={label} {...rest}>
      <Icon size={px} aria-hidden="true" className={iconLook} />
    </Button>
  );
}

/** A shortcut as labelled on the keyboard: `⌘⏎`, `Ctrl+Enter`. */
export function KeyHint({ children }: { readonly children: ReactNode }) {
  return <kbd className="font-sans text-mini tabular text-current opacity-80">{children}</kbd>;
}
