import type { ReactNode } from 'react';

/** A section of a sheet with its heading. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 border-line border-t pt-3">
      <h3 className="font-semibold text-ui">{title}</h3>
      {children}
    </section>
  );
}
