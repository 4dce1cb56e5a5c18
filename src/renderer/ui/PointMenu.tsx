import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { floatLook } from './Menu.tsx';
import { usePortalContainer } from './portal.ts';

type PointMenuProps = {
  readonly label: string;
  /** In CSS pixels of the window. */
  readonly x: number;
  readonly y: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A menu that is open at a point of the window, as a context menu is. */
export function PointMenu({ label, x, y, onClose, children }: PointMenuProps) {
  const container = usePortalContainer();
  return (
    <Primitive.Root modal={false} open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Primitive.Trigger asChild>
        <span aria-hidden="true" className="pointer-events-none fixed" style={{ left: x, top: y }} />
      </Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Content
          align="start"
          collisionPadding={8}
          aria-label={label}
          className={floatLook}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
