import { Check, ChevronRight } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { usePortalContainer } from './portal.ts';

type MenuProps = {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  readonly label: string;
  /** Opens on mount. */
  readonly defaultOpen?: boolean;
  /** Both, if something else opens it as well. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
};

/** A menu below its button. It is not modal and adds no style element to the page. */
export function Menu({ trigger, children, align = 'start', label, ...opening }: MenuProps) {
  const container = usePortalContainer();
  return (
    <Primitive.Root modal={false} {...opening}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className={floatLook}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export const floatLook =
  'z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-96 overflow-y-auto rounded-md bg-raised p-1 text-ui shadow-float';

const itemLook =
  'flex min-h-7 select-none items-center gap-2 rounded-sm px-2 outline-none data-[disabled]:opacity-45 data-[highlighted]:bg-pressed data-[state=open]:bg-pressed';

type MenuItemProps = {
  readonly children: ReactNode;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly keys?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
};

export function MenuItem({ children, onSelect, icon, keys, danger, disabled }: MenuItemProps) {
  return (
    <Primitive.Item
      disabled={disabled ?? false}
      onSelect={onSelect}
      className={classNames(itemLook, danger && 'text-bad')}
    >
      {icon ? <span className="flex w-4 justify-center text-ink-3">{icon}</span> : null}
      <span className="flex-1">{children}</span>
      {keys ? <kbd className="font-sans text-ink-3 text-mini">{keys}</kbd> : null}
    </Primitive.Item>
  );
}

type MenuChoicesProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly choices: readonly {
    readonly value: string;
    readonly label: ReactNode;
    readonly detail?: ReactNode;
  }[];
};

/** A radio group; the selected item has a check mark. */
export function MenuChoices({ value, onChange, choices }: MenuChoicesProps) {
  return (
    <Primitive.RadioGroup value={value} onValueChange={onChange}>
      {choices.map((choice) => (
        <Primitive.RadioItem key={choice.value} value={choice.value} className={itemLook}>
          <CheckSlot />
          <span className="flex-1">{choice.label}</span>
          {choice.detail ? <span className="text-ink-3 text-table">{choice.detail}</span> : null}
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  );
}

type MenuToggleProps = {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly detail?: ReactNode;
};

/** A checkbox item. The menu stays open, so that several can be changed. */
export function MenuToggle({ checked, onChange, children, detail }: MenuToggleProps) {
  return (
    <Primitive.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={itemLook}
    >
      <CheckSlot />
      <span className="flex-1">{children}</span>
      {detail ? <span className="text-ink-3 text-table">{detail}</span> : null}
    </Primitive.CheckboxItem>
  );
}

function CheckSlot() {
  return (
    <span className="flex w-4 justify-center">
      <Primitive.ItemIndicator>
        <Check size={13} aria-hidden="true" className="text-accent" />
      </Primitive.ItemIndicator>
    </span>
  );
}

/** A group of items with a heading and a separator. */
export function MenuGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Primitive.Group aria-label={label} className="not-first:mt-1 not-first:border-line not-first:border-t">
      <MenuHeading>{label}</MenuHeading>
      {children}
    </Primitive.Group>
  );
}

/** A submenu; opened by hover, Enter or the right arrow key. */
export function SubMenu({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const container = usePortalContainer();
  return (
    <Primitive.Sub>
      <Primitive.SubTrigger className={itemLook}>
        <span className="flex-1">{label}</span>
        <ChevronRight size={13} aria-hidden="true" className="text-ink-3 rtl:-scale-x-100" />
      </Primitive.SubTrigger>
      <Primitive.Portal container={container}>
        <Primitive.SubContent sideOffset={4} collisionPadding={8} aria-label={label} className={floatLook}>
          {children}
        </Primitive.SubContent>
      </Primitive.Portal>
    </Primitive.Sub>
  );
}

export function MenuHeading({ children }: { readonly children: ReactNode }) {
  return <Primitive.Label className="px-2 pt-1.5 pb-1 text-ink-3 text-table">{children}</Primitive.Label>;
}

export function MenuSeparator() {
  return <Primitive.Separator className="mx-2 my-1 h-px bg-line" />;
}
