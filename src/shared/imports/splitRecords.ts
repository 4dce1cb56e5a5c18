import { kindOf, textOf } from '../planning/fileText.ts';

/** One JSON text out of a file, with its place in it for a person. */
export type FileRecord = {
  /** Empty for the whole file, else such as `line 3` or `entry 3`. */
  readonly place: string;
  readonly text: string;
};

export type SplitFile =
  | { readonly ok: true; readonly records: readonly FileRecord[] }
  /** `evidence`: an evidence file of Parallax, which is verified and not imported. */
  | { readonly ok: false; readonly message: string; readonly evidence?: true };

/** Whether a file that begins like this is an evidence file of Parallax. */
export const isEvidence = (text: string): boolean =>
  /^\{"type":"head","format":"parallax-evidence",/.test(text);
export const evidenceMessage =
  'This is an evidence file of Parallax. It is verified and not imported: its answers are in the history that wrote it.';

/** Endings of the files that are looked at in a folder, lower case. */
export const importEndings = ['.json', '.jsonl', '.ndjson'] as const;

const notJson =
  'The file is not JSON. Results are read from JSON and JSON Lines; add lists of questions under Plans.';

/** The text of results: UTF-8 as it is, anything else as lists are read (PowerShell writes UTF-16). */
export function resultText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return textOf(bytes).text;
  }
}

/** `splitRecords` for the bytes of a file, which may be no text at all. */
export function splitFile(bytes: Uint8Array): SplitFile {
  const kind = kindOf(bytes);
  return kind === null || kind === 'json' ? splitRecords(resultText(bytes)) : { ok: false, message: notJson };
}

/**
 * Takes a file apart: one JSON value, an array of them, or one on each line (JSON Lines, https://jsonlines.org).
 * A lone value and a line are kept byte for byte. A line that is no JSON becomes a record all the same: who reads
 * it names what is wrong.
 */
export function splitRecords(content: string): SplitFile {
  const text = content.replace(/^\uFEFF/, '').trim();
  if (text === '') return { ok: false, message: 'The file is empty.' };
  if (isEvidence(text)) return { ok: false, evidence: true, message: evidenceMessage };
  const whole = parsed(text);
  if (Array.isArray(whole.value)) {
    if (whole.value.length === 0) return { ok: false, message: 'The file contains an empty list.' };
    const records = whole.value.map((entry, index) => ({
      place: `entry ${index + 1}`,
      text: JSON.stringify(entry),
    }));
    return { ok: true, records };
  }
  if (whole.ok) return { ok: true, records: [{ place: '', text }] };
  const records = text
    .split(/\r?\n/)
    .map((line, index) => ({ place: `line ${index + 1}`, text: line.trim() }))
    .filter((line) => line.text !== '');
  // One unreadable line among many is that line's fault; when the first is none either, it is no JSON Lines file.
  if (records.length < 2 || !parsed(records[0]?.text ?? '').ok)
    return {
      ok: false,
      message: /^[[{]/.test(text) ? `The file is not JSON: ${whole.reason}.` : notJson,
    };
  return { ok: true, records };
}

function parsed(text: string): { readonly ok: boolean; readonly value?: unknown; readonly reason: string } {
  try {
    return { ok: true, value: JSON.parse(text), reason: '' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: reason.replace(/\s+/g, ' ').slice(0, 120) };
  }
}
