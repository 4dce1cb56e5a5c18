import { Tooltip as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { usePortalContainer } from './portal.ts';

type TooltipProps = {
  readonly text: ReactNode;
  /** Displayed shortcut of the same action. */
  readonly keys?: string;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  readonly children: ReactNode;
};

/** A tooltip for one control. It must not be the only place of an information. */
export function Tooltip({ text, keys, side = 'bottom', children }: TooltipProps) {
  const container = usePortalContainer();
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Content
          side={side}
          sideOffset={5}
          collisionPadding={8}
          className="z-50 flex max-w-80 items-baseline gap-2 rounded-md bg-raised px-2 py-1 text-table text-ink shadow-float select-none"
        >
          <span>{text}</span>
          {keys ? <kbd className="font-sans text-mini text-ink-3 tabular">{keys}</kbd> : null}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export const TooltipProvider = Primitive.Provider;
