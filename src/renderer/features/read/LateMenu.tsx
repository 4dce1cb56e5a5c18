import { type ButtonHTMLAttributes, type ReactNode, useState } from 'react';
import { Menu } from '../../ui/Menu.tsx';

type LateMenuProps = {
  readonly label: string;
  readonly align?: 'start' | 'end';
  /** The button of the menu; everything it is given goes onto its element. */
  readonly button: (props: ButtonHTMLAttributes<HTMLButtonElement>) => ReactNode;
  readonly children: ReactNode;
};

/**
 * A menu that is made when its button is clicked for the first time: hundreds of columns are scrolled past for every
 * one whose menu is opened. Not earlier, when the pointer comes near: the button is another one from then on, and a press
 * that began on the first would be lost.
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
