import { ChevronDown, Layers } from 'lucide-react';
import { surfaceKey, surfaceLabel } from '#shared/interface/surface.ts';
import { Button } from '../ui/Button.tsx';
import { formatCount } from '../ui/format.ts';
import { Menu, MenuChoices, MenuHeading, MenuSeparator, MenuToggle } from '../ui/Menu.tsx';
import type { SurfaceFilter } from './surfaceFilter.ts';
import type { AddressParams } from './useReadingView.ts';

type SurfaceMenuProps = {
  readonly filter: SurfaceFilter;
  readonly setParams: (changes: AddressParams) => void;
  /** Whether the columns are grouped by surface; omitted if they cannot be. */
  readonly grouped?: boolean;
  readonly onGroup?: (grouped: boolean) => void;
};

/** Selects a surface; nothing if all answers have the same one. */
export function SurfaceMenu({ filter, setParams, grouped, onGroup }: SurfaceMenuProps) {
  const { surfaces, chosen } = filter;
  if (surfaces.length < 2) return null;
  return (
    <Menu
      align="end"
      label="Surface"
      trigger={
        <Button size="small" look="quiet">
          <Layers size={12} aria-hidden="true" />
          {chosen === null ? 'All surfaces' : surfaceLabel(chosen)}
          <ChevronDown size={12} aria-hidden="true" />
        </Button>
      }
    >
      <MenuHeading>Answers from</MenuHeading>
      <MenuChoices
        value={chosen ?? ''}
        onChange={(surface) => setParams({ surface })}
        choices={[
          { value: '', label: 'All surfaces' },
          ...surfaces.map(({ surface, answers }) => ({
            value: surfaceKey(surface),
            label: surfaceLabel(surfaceKey(surface)),
            detail: formatCount(answers),
          })),
        ]}
      />
      {onGroup === undefined || chosen !== null ? null : (
        <>
          <MenuSeparator />
          <MenuToggle checked={grouped ?? false} onChange={onGroup}>
            Order columns by surface
          </MenuToggle>
        </>
      )}
    </Menu>
  );
}
