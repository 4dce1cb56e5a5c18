import type { BrandRow } from '#shared/model/comparison/comparison.ts';
import { brandKindLabel } from '#shared/tables/brandLabels.ts';
import { Badge } from '../../ui/Chip.tsx';

type BrandNameProps = Pick<BrandRow, 'name' | 'kind' | 'proposed'> & Partial<Pick<BrandRow, 'evidence'>>;

/** Name of a brand with its type, and whether it was only detected. */
export function BrandName({ name, kind, proposed, evidence }: BrandNameProps) {
  return (
    <>
      <span dir="auto" className="truncate">
        {name}
      </span>
      {kind === 'own' ? <Badge tone="good">{brandKindLabel.own}</Badge> : null}
      {kind === 'competitor' ? <Badge tone="warn">{brandKindLabel.competitor}</Badge> : null}
      {proposed ? (
        <Badge title={evidence && `Not in your brand list; detected as ${evidence.join(', ')}`}>
          Detected
        </Badge>
      ) : null}
    </>
  );
}
