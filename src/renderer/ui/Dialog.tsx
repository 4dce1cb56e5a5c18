import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './Button.tsx';
import { classNames } from './classNames.ts';
import { PortalContainer } from './portal.ts';

type DialogProps = {
  readonly open: boolean;
  /** Null for a dialog that stays. */
  readonly onClose: (() => void) | null;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly width?: 'narrow' | 'normal' | 'wide';
  /** The content has no controls, so the keyboard must be able to scroll it. */
  readonly reading?: boolean;
  /** Hides the title bar visually, for the command palette. */
  readonly bare?: boolean;
};

const widths = { narrow: 'w-[26rem]', normal: 'w-[36rem]', wide: 'w-[60rem]' };

/**
 * A modal dialog based on `<dialog>`: focus is trapped, Escape closes it, and the rest is inert. It adds no style
 * element, which the content security policy would block.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  onClose,
  title,
  description,
  children,
  footer,
  width = 'normal',
  bare,
  reading,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    const before = document.activeElement;
    if (!dialog.open) dialog.showModal();
    // Focuses the first field. React's autoFocus runs while the dialog is still hidden, and the browser would
    // focus the first focusable element, which can be the frame of a list.
    dialog.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea')?.focus();
    setContainer(dialog);
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too; the click is on the backdrop
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose?.();
      }}
      className={classNames(
        'max-h-[min(85vh,52rem)] max-w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-md bg-raised text-start text-ink shadow-float open:flex',
        // Aligned to the top: centred content would move whenever it grows.
        bare ? 'mt-[12vh]' : 'mt-[8vh]',
        widths[width],
      )}
    >
      <PortalContainer value={container}>
        {bare ? (
          <h2 id={titleId} className="sr-only">
            {title}
          </h2>
        ) : (
          <header className="flex items-start gap-3 border-line border-b px-4 py-3">
            <div className="min-w-0 flex-1">
              <h2 id={titleId} className="font-semibold text-ui">
                {title}
              </h2>
              {description ? <p className="mt-0.5 text-ink-2 text-table">{description}</p> : null}
            </div>
            {onClose === null ? null : <IconButton Icon={X} px={14} label="Close" onClick={onClose} />}
          </header>
        )}
        <div
          tabIndex={reading ? 0 : undefined}
          className="flex min-h-0 flex-1 flex-col overflow-y-auto -outline-offset-2"
        >
          {children}
        </div>
        {footer ? (
          <footer className="flex items-center justify-end gap-2 border-line border-t px-4 py-3">
            {footer}
          </footer>
        ) : null}
      </PortalContainer>
    </dialog>
  );
}
