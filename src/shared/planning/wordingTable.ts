import { nameOfKey, textProblem, unknownMarket, type Wordings, wordingKey } from '../model/wordingTexts.ts';
import { rowsOf } from './tableRows.ts';

export type ReadWordings = {
  readonly wordings: Wordings;
  /** The heading above the texts; null without headings. */
  readonly column: string | null;
  /** Invalid lines, with the reason. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
};

/** Names that head the columns of a table of wordings. */
const heads = new Set(['market', 'country', 'language', 'lang', 'code', 'key', 'locale']);
const textHeads = new Set(['wording', 'wordings', 'text', 'translation', 'question', 'prompt', 'query']);

/**
 * Wordings from a pasted table or a file: country or language in the first column, text in the second, or each below a
 * heading, in every form that tables have; or written as `DE: text` and `DE=text`.
 */
export function readWordings(text: string): ReadWordings {
  const wordings = new Map<string, string>();
  const lines = new Map<string, number>();
  const problems: { line: number; message: string }[] = [];
  const body = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const { rows, column } = wordingRows(body);
  for (const [index, { name, wording }] of rows.entries()) {
    const line = index + 1;
    if (name.trim() === '' && wording.trim() === '') continue;
    if (lines.size === 0 && heads.has(name.trim().toLowerCase())) continue;
    const key = wordingKey(name);
    const before = key === null ? undefined : lines.get(key);
    const problem =
      key === null
        ? unknownMarket(name.trim())
        : before !== undefined
          ? `${nameOfKey(key)} has a wording in line ${before} already. Keep one of them.`
          : textProblem(wording, nameOfKey(key));
    if (problem !== null) problems.push({ line, message: problem });
    else if (key !== null) {
      wordings.set(key, wording.trim());
      lines.set(key, line);
    }
  }
  return { wordings: Object.fromEntries(wordings), column, problems };
}

type WordingRow = { readonly name: string; readonly wording: string };

/** Whether a row heads a table of wordings. */
const isWordingHead = (cells: readonly string[]): boolean =>
  cells.length > 1 && columnOf(cells, heads) !== -1;

const columnOf = (cells: readonly string[], names: ReadonlySet<string>): number =>
  cells.findIndex((cell) => names.has(cell.trim().toLowerCase()));

/** In a table the columns count, of markets and of texts; else each line ends its first column by itself. */
function wordingRows(text: string): { readonly rows: readonly WordingRow[]; readonly column: string | null } {
  const table = rowsOf(text, isWordingHead);
  const head = table.rows.find(isWordingHead) ?? null;
  const isTable =
    head !== null || table.rows.some(([name = '', ...rest]) => rest.length > 0 && isMarket(name));
  const [nameColumn, given] = head === null ? [0, -1] : [columnOf(head, heads), columnOf(head, textHeads)];
  const textColumn = given === -1 ? (nameColumn === 0 ? 1 : 0) : given;
  const rows = (isTable ? table.rows : text.split('\n').map((line) => [line])).map((cells): WordingRow => {
    const filled = cells.filter((cell) => cell.trim() !== '');
    // `DE: text`, also in a table.
    if (filled.length < 2 && !isMarket(filled[0] ?? '')) return lineOf(filled[0] ?? '');
    return {
      name: cells[nameColumn] ?? '',
      // Without headings, what follows belongs to the text.
      wording: head === null ? cells.slice(1).join(', ') : (cells[textColumn] ?? ''),
    };
  });
  return { rows, column: head?.[textColumn]?.trim() ?? null };
}

/** No name of a market is longer. */
const maxMarketName = 200;

const isMarket = (name: string): boolean => name.length <= maxMarketName && wordingKey(name) !== null;

function lineOf(line: string): WordingRow {
  const at = /[\t;,=:：]/.exec(line)?.index ?? line.length;
  return { name: line.slice(0, at), wording: line.slice(at + 1) };
}
