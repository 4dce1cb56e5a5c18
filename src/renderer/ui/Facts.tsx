import type { Fact } from '#shared/tables/figureFacts.ts';
import { CopyButton } from './CopyButton.tsx';

/** Short facts, one per line. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-2 gap-y-1 text-table tabular">
      {facts.map(([name, value, copy]) =>
        value === null ? null : (
          <div key={name} className="col-span-2 grid grid-cols-subgrid items-start">
            <dt className="text-ink-3">{name}</dt>
            <dd className="flex min-w-0 items-start gap-1">
              <span
                className={
                  copy ? 'min-w-0 truncate font-mono text-mini leading-[1.125rem]' : 'min-w-0 break-words'
                }
                title={copy ? value : undefined}
              >
                {value}
              </span>
              {copy ? (
                <span className="-my-1">
                  <CopyButton text={value} label={`Copy ${name.toLowerCase()}`} iconOnly />
                </span>
              ) : null}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
