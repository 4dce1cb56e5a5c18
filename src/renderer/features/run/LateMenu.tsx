import { type ButtonHTMLAttributes, type ReactNode, useState } from 'react';
import { Menu } from '../../ui/Menu.tsx';

type LateMenuProps = {
  readonly label: string;
  readonly align?: 'start' | 'end';
  /** The button of the menu. It must pass all props to its element. */
  readonly button: (props: ButtonHTMLAttributes<HTMLButtonElement>) => ReactNode;
  readonly children: ReactNode;
};

/**
 * A menu that is created at the first click on its button, because hundreds of columns are scrolled past for each
 * opened menu. It is not created earlier, such as on hover: that would replace the button, and a press that has begun
 * would be lost.
 */
export function LateMenu({ label, align = 'start', button, children }: LateMenuProps) {
  const [made, setMade] = useState(false);
  if (!made)
    return button({
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: () => setMade(true),
      onKeyDown: (event) => {
        if (event.key === 'ArrowDown') setMade(true);
      },
    });
  return (
    <Menu align={align} label={label} defaultOpen trigger={button({})}>
      {children}
    </Menu>
  );
}
