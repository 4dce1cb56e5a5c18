import { useId } from 'react';

type NextStepsProps = {
  /** Each with its reason, and a link to where it is done. */
  readonly steps: readonly (StepMarketsProps & {
    readonly title: string;
    readonly reason: string;
    readonly href: string;
  })[];
};

/** What to do next; nothing without steps. */
export function NextSteps({ steps }: NextStepsProps) {
  const id = useId();
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 font-semibold">
        Next steps
      </h2>
      <ol className="grid gap-x-8 gap-y-2 lg:grid-cols-2 min-[120rem]:grid-cols-4">
        {steps.map(({ title, reason, href, markets }) => (
          <li key={title} dir="auto">
            <a href={href} className="font-medium text-accent hover:underline">
              {title}
            </a>
            <p className="text-ink-2 text-table">{reason}</p>
            <StepMarkets markets={markets} />
          </li>
        ))}
      </ol>
    </section>
  );
}

type StepMarketsProps = {
  /** All markets of a step, where its sentence names the first only. */
  readonly markets?: readonly string[];
};

/** The markets of a step that its sentence only counts. */
export function StepMarkets({ markets }: StepMarketsProps) {
  if (markets === undefined) return null;
  return (
    <details className="text-ink-2 text-table">
      <summary className="cursor-default hover:text-ink">All {markets.length} markets</summary>
      <p className="max-w-[60rem]">{markets.join(', ')}</p>
    </details>
  );
}
