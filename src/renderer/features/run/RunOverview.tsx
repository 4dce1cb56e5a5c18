import { useDeferredValue, useMemo } from 'react';
import type { ObservationView } from '#shared/model/observation.ts';
import { columnState } from '../../reading/columns.ts';
import { wordsOf } from '../../reading/observationFacts.ts';
import type { ScreenRangeStore } from '../../reading/useColumnsAcross.ts';
import { OverviewStrip } from './OverviewStrip.tsx';
import type { RunColumns } from './runColumns.ts';

/** From this number of columns, the overview strip is shown. */
const overviewFrom = 9;

type RunOverviewProps = {
  readonly columns: RunColumns;
  readonly range: ScreenRangeStore;
  readonly selected: string | null;
  readonly onChoose: (key: string) => void;
};

/** The overview strip of all visible columns, if there are more than fit. */
export function RunOverview({ columns, range, selected, onChoose }: RunOverviewProps) {
  const { visible, answerOf, arranged } = columns;
  const cells = useDeferredValue(
    useMemo(
      () =>
        visible.length < overviewFrom
          ? []
          : visible.map((column) => {
              const answer: ObservationView | undefined = answerOf(column);
              return { column, state: columnState(column), words: answer ? wordsOf(answer) : null };
            }),
      [visible, answerOf],
    ),
  );
  if (cells.length === 0) return null;
  return (
    <OverviewStrip
      cells={cells}
      range={range}
      pinned={arranged.pinned.length}
      selected={selected}
      onChoose={onChoose}
    />
  );
}
