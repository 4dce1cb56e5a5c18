import { ExternalLink } from './ExternalLink.tsx';

/** A mark that stands for a source, beside the words. It is not copied with them. */
export function Citation({ label, href }: { readonly label: string; readonly href?: string }) {
  return (
    <sup className="ms-px select-none text-ink-3 text-mini">
      {href === undefined ? (
        label
      ) : (
        <ExternalLink href={href} className="hover:text-accent hover:underline">
          {label}
        </ExternalLink>
      )}
    </sup>
  );
}
