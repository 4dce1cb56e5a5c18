import { Popover as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { usePortalContainer } from './portal.ts';

type PopoverProps = {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  readonly className?: string;
};

/** A small panel below its button. */
export function Popover({ trigger, label, children, align = 'start', className }: PopoverProps) {
  const container = usePortalContainer();
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className={classNames(
            'z-40 max-h-(--radix-popover-content-available-height) overflow-y-auto rounded-md bg-raised shadow-float outline-none',
            className,
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export const PopoverClose = Primitive.Close;
