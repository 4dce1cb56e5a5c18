import { Popover as Primitive } from 'radix-ui';
import { type ReactNode, useMemo } from 'react';
import { classNames } from './classNames.ts';
import { usePortalContainer } from './portal.ts';

type PanelProps = {
  readonly label: string;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  readonly className?: string;
};

/** A small panel below its button. */
export function Popover({ trigger, ...panel }: PanelProps & { readonly trigger: ReactNode }) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Panel {...panel} />
    </Primitive.Root>
  );
}

type PopoverAtProps = PanelProps & {
  /** The pressed element, which gets the focus back. */
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
};

/** The same panel for one of many elements without their own panels; open while mounted. */
export function PopoverAt({ anchor, onClose, ...panel }: PopoverAtProps) {
  const place = useMemo(() => ({ current: anchor }), [anchor]);
  return (
    <Primitive.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Primitive.Anchor virtualRef={place} />
      <Panel
        {...panel}
        onClosed={() => {
          if (document.activeElement === document.body) anchor.focus();
        }}
      />
    </Primitive.Root>
  );
}

function Panel({
  label,
  children,
  align = 'start',
  className,
  onClosed,
}: PanelProps & { readonly onClosed?: () => void }) {
  const container = usePortalContainer();
  return (
    <Primitive.Portal container={container}>
      <Primitive.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        aria-label={label}
        onCloseAutoFocus={onClosed}
        className={classNames(
          'z-40 max-h-(--radix-popover-content-available-height) overflow-y-auto rounded-md bg-raised shadow-float outline-none',
          className,
        )}
      >
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  );
}

export const PopoverClose = Primitive.Close;
