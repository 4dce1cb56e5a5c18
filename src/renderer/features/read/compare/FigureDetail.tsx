import { type ReactNode, useState } from 'react';
import { comparisonRuleVersion } from '#shared/analysis/comparison.ts';
import { classNames } from '../../../ui/classNames.ts';
import { type Fact, Facts } from '../../../ui/Facts.tsx';
import { PopoverAt } from '../../../ui/Popover.tsx';

type Detail = { readonly heading: string; readonly facts: readonly Fact[]; readonly anchor: HTMLElement };
export type ShowDetail = (detail: Detail) => void;

/** One panel for all figures of a table: which of them was pressed, and the panel below it. */
export function useFigureDetail(): { readonly show: ShowDetail; readonly panel: ReactNode } {
  const [detail, setDetail] = useState<Detail | null>(null);
  const panel =
    detail === null ? null : (
      <PopoverAt
        label={detail.heading}
        anchor={detail.anchor}
        onClose={() => setDetail(null)}
        className="w-80 p-3"
      >
        <h3 dir="auto" className="mb-2 font-semibold">
          {detail.heading}
        </h3>
        <Facts facts={[...detail.facts, ['Rules', comparisonRuleVersion]]} />
      </PopoverAt>
    );
  return { show: setDetail, panel };
}

type FigureButtonProps = {
  readonly heading: string;
  readonly facts: readonly Fact[];
  readonly show: ShowDetail;
  readonly title?: string;
  /** Instead of the panel. */
  readonly onPress?: () => void;
  /** One of a table that is walked through with the arrows: a tab stop only while it is the table's own. */
  readonly walked?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A figure that tells what it was worked out from. */
export function FigureButton({ heading, facts, show, walked = false, ...props }: FigureButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup={props.onPress ? undefined : 'dialog'}
      data-figure={walked ? '' : undefined}
      tabIndex={walked ? -1 : undefined}
      title={props.title}
      onClick={({ currentTarget }) =>
        (props.onPress ?? (() => show({ heading, facts, anchor: currentTarget })))()
      }
      className={classNames(
        'h-7 w-full truncate hover:underline focus-visible:outline-offset-[-2px]',
        props.className,
      )}
    >
      {props.children}
    </button>
  );
}
