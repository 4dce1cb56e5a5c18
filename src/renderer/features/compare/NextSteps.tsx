import { type StepText, stepText } from '#shared/documents/overviewSentences.ts';
import type { NextStep } from '#shared/figures/comparison/overview.ts';
import type { ContentProps } from '../../reading/analysisTab.tsx';
import { StepMarkets } from '../../ui/NextSteps.tsx';
import { Part, type PartProps, useEvidence } from './overviewParts.tsx';

type StepsProps = PartProps &
  Pick<ContentProps<'brands'>, 'onAskAgain' | 'onRetryFailed' | 'creditsPerAnswer'>;

export function StepsPart({ comparison, overview, onAskAgain, onRetryFailed, creditsPerAnswer }: StepsProps) {
  const hrefTo = useEvidence();
  if (overview.steps.length === 0) return null;
  /** A link for steps on other screens, a button for steps on this one. */
  const way = (step: NextStep): { readonly href: string } | { readonly press: () => void } => {
    switch (step.kind) {
      case 'set-brand':
        return { href: '#/brands' };
      case 'connect-provider':
        return { href: '#/settings/engines' };
      case 'retry':
        return { press: () => onRetryFailed?.() };
      case 'add-markets':
        return { press: () => onAskAgain?.() };
      case 'translate':
        return { href: hrefTo({ tab: 'answer' }) };
      case 'repeat':
        return { press: () => onAskAgain?.(step.repeats) };
      case 'win-page':
        return {
          href: hrefTo({
            tab: 'sources',
            row: step.pages[0]?.domain ?? '',
            at: comparison.columns[step.pages[0]?.column ?? -1]?.id ?? '',
          }),
        };
      case 'add-competitor':
        return { href: hrefTo({ tab: 'brands', row: step.id }) };
    }
  };
  return (
    <Part title="Next steps">
      <ol className="flex flex-col gap-2">
        {overview.steps.map((step) => (
          <Step key={step.kind} text={stepText(step, comparison, creditsPerAnswer)} way={way(step)} />
        ))}
      </ol>
    </Part>
  );
}

const stepLook = 'text-start font-medium text-accent hover:underline';

function Step({
  text,
  way,
}: {
  readonly text: StepText;
  readonly way: { readonly href: string } | { readonly press: () => void };
}) {
  return (
    <li>
      {'href' in way ? (
        <a href={way.href} className={stepLook}>
          {text.title}
        </a>
      ) : (
        <button type="button" onClick={way.press} className={stepLook}>
          {text.title}
        </button>
      )}
      <p className="text-ink-2 text-table">{text.reason}</p>
      <StepMarkets markets={text.markets} />
    </li>
  );
}
