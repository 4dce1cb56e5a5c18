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
 * A menu that is made when somebody reaches for its button: hundreds of columns are scrolled past for every one whose
 * menu is opened.
 */
export function LateMenu({ label, align = 'start', button, children }: LateMenuProps) {
  const [reached, setReached] = useState<'no' | 'near' | 'open'>('no');
  if (reached === 'no')
    return button({
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onPointerEnter: () => setReached('near'),
      onClick: () => setReached('open'),
      onKeyDown: (event) => {
        if (event.key === 'ArrowDown') setReached('open');
      },
    });
  return (
    <Menu align={align} label={label} defaultOpen={reached === 'open'} trigger={button({})}>
      {children}
    </Menu>
  );
}
