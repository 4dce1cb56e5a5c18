/** Cells of a sheet of a workbook as a spreadsheet shows them, by their place. */
export function cellsOf(files: ReadonlyMap<string, string>, sheet: number): Readonly<Record<string, string>> {
  const plain = (text: string): string =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const shared = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si><t[^>]*>([^<]*)<\/t><\/si>/g)];
  const cells: Record<string, string> = {};
  for (const [, place = '', type, value = '', inline] of (
    files.get(`xl/worksheets/sheet${sheet}.xml`) ?? ''
  ).matchAll(
    /<c r="([A-Z]+\d+)"(?: s="\d")?(?: t="(\w+)")?>(?:<v>([^<]*)<\/v>|<is><t[^>]*>([^<]*)<\/t><\/is>)<\/c>/g,
  ))
    cells[place] = plain(inline ?? (type === 's' ? (shared[Number(value)]?.[1] ?? '') : value));
  return cells;
}

/** The rows of a sheet by the headings of its columns; an empty cell is an empty text. */
export function sheetRows(
  files: ReadonlyMap<string, string>,
  name: string,
): readonly Readonly<Record<string, string>>[] {
  const names = [...(files.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)];
  const cells = Object.entries(cellsOf(files, 1 + names.findIndex(([, each]) => each === name)));
  const rows = Map.groupBy(cells, ([place]) => Number(/\d+/.exec(place)?.[0]));
  const headings = new Map((rows.get(1) ?? []).map(([place, label]) => [place.replace(/\d+/, ''), label]));
  return [...rows].flatMap(([row, found]) =>
    row === 1
      ? []
      : [
          {
            ...Object.fromEntries([...headings.values()].map((label) => [label, ''])),
            ...Object.fromEntries(
              found.map(([place, value]) => [headings.get(place.replace(/\d+/, '')) ?? '', value]),
            ),
          },
        ],
  );
}
