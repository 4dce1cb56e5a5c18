import { Eye } from 'lucide-react';
import type { Column } from '../../reading/columns.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Flag } from '../../ui/Flag.tsx';
import { locationLabel } from '../../ui/locationLabels.ts';

const most = 14;

type HiddenColumnsProps = {
  readonly hidden: readonly Column[];
  readonly onShow: (key: string) => void;
  readonly onShowAll: () => void;
};

/** Hidden columns as chips, so that they remain visible as hidden. */
export function HiddenColumns({ hidden, onShow, onShowAll }: HiddenColumnsProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1 border-line border-b px-4 py-1.5">
      <span className="me-1 text-ink-3 text-table">Hidden</span>
      {hidden.slice(0, most).map((column) => {
        const { code, name } = locationLabel(column.market);
        return (
          <Chip key={column.key} onClick={() => onShow(column.key)} title={`Show ${name}`}>
            <Eye size={11} aria-hidden="true" className="text-ink-3" />
            <Flag country={column.market.country} />
            <span className="sr-only">Show </span>
            {code}
          </Chip>
        );
      })}
      {hidden.length > most ? <span className="text-ink-3 text-table">+{hidden.length - most}</span> : null}
      <Button look="quiet" size="small" onClick={onShowAll}>
        Show all
      </Button>
    </div>
  );
}
