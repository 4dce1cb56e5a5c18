import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Sheet } from '#shared/tables/sheet.ts';
import { type SheetFileFormat, sheetFileFormats } from '#shared/tables/sheetFormats.ts';
import { IconButton } from './Button.tsx';
import { Menu, MenuHeading, MenuItem } from './Menu.tsx';
import { saveSheet } from './saveFile.ts';

/** A list for export, created on demand, because it may be longer than what is shown. */
export type SheetSource = () => Sheet | Promise<Sheet>;

export const sheetFormatLabel: Readonly<Record<SheetFileFormat, string>> = {
  csv: 'CSV',
  'csv-excel': 'CSV for Excel',
  jsonl: 'JSON Lines',
};

/** Export formats of a list as menu items. */
export function SheetItems({
  label,
  onSave,
}: {
  readonly label: string;
  readonly onSave: (format: SheetFileFormat) => void;
}) {
  return sheetFileFormats.map((format) => (
    <MenuItem key={format} onSelect={() => onSave(format)}>
      {label} as {sheetFormatLabel[format]}
    </MenuItem>
  ));
}

type SheetMenuProps = {
  /** Name of the list beside its button, if there are several. */
  readonly label: string;
  readonly sheet: SheetSource;
};

/** Exports a list as a file. */
export function SheetMenu({ label, sheet }: SheetMenuProps) {
  const [failed, setFailed] = useState(false);
  const save = async (format: SheetFileFormat): Promise<void> => {
    setFailed(false);
    await saveSheet(await sheet(), format);
  };
  return (
    <span>
      {failed ? (
        <span role="alert" className="px-1 text-bad text-mini">
          Export failed
        </span>
      ) : null}
      <Menu
        align="end"
        label={`Export ${label}`}
        trigger={<IconButton Icon={Download} px={12} label={`Export ${label}`} title="Export" />}
      >
        <MenuHeading>{label}</MenuHeading>
        <SheetItems label="Export" onSave={(format) => void save(format).catch(() => setFailed(true))} />
      </Menu>
    </span>
  );
}
