import { BrandFigures, type BrandFiguresProps } from '../features/brands/BrandFigures.tsx';
import { BrandsSection } from '../features/brands/BrandsSection.tsx';
import { RedirectsSection } from '../features/settings/RedirectsSection.tsx';
import type { SettingsAccess } from '../features/settings/settings.ts';
import type { OfferUndo } from '../ui/undo.ts';

type BrandsScreenProps = BrandFiguresProps & {
  readonly update: SettingsAccess['update'];
  readonly onUndoable: OfferUndo;
};

/** The brands of the project, their manual corrections, and the owners of domains. */
export function BrandsScreen({ update, onUndoable, params, setParams }: BrandsScreenProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
      <div className="flex max-w-5xl flex-col gap-8">
        <BrandsSection
          onUndoable={onUndoable}
          figures={<BrandFigures params={params} setParams={setParams} />}
        />
        <RedirectsSection update={update} />
      </div>
    </div>
  );
}
