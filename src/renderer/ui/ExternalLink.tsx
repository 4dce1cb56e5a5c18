import { createContext, type ReactNode, useContext } from 'react';

/** Opens a URL outside the window. The core allows only https. */
export type OpenLink = (url: string) => void;

const Context = createContext<OpenLink>(() => undefined);
export const OpenLinkProvider = Context.Provider;

type ExternalLinkProps = {
  readonly href: string | undefined;
  readonly children: ReactNode;
  readonly className?: string;
};

/** An external link. URLs other than http and https are shown as text, because they cannot be opened. */
export function ExternalLink({ href, children, className }: ExternalLinkProps) {
  const open = useContext(Context);
  if (href === undefined || !/^https?:\/\//i.test(href)) return <span className={className}>{children}</span>;
  return (
    <a
      href={href}
      title={href}
      target="_blank"
      rel="noreferrer noopener"
      className={className}
      onClick={(event) => {
        event.preventDefault();
        open(href);
      }}
      onAuxClick={(event) => {
        event.preventDefault();
        if (event.button === 1) open(href);
      }}
    >
      {children}
    </a>
  );
}
