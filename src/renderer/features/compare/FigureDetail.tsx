import { type ReactNode, useState } from 'react';
import { comparisonRuleVersion } from '#shared/model/comparison/comparison.ts';
import type { Fact } from '#shared/tables/figureFacts.ts';
import { classNames } from '../../ui/classNames.ts';
import { Facts } from '../../ui/Facts.tsx';
import { PopoverAt } from '../../ui/Popover.tsx';

type Detail = { readonly heading: string; readonly facts: readonly Fact[]; readonly anchor: HTMLElement };
export type ShowDetail = (detail: Detail) => void;

/** One detail panel for all figures of a table, below the pressed figure. */
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
  /** Replaces the panel. */
  readonly onPress?: () => void;
  /** Part of a table with arrow key navigation: only one figure of it is a Tab stop. */
  readonly walked?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A figure that shows its calculation when it is pressed. */
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
