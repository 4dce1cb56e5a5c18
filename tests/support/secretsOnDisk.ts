import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files below a folder that contain the text, in plain, in UTF-16 or in base64. */
export async function filesContaining(folder: string, secret: string): Promise<string[]> {
  const forms = [
    Buffer.from(secret, 'utf8'),
    Buffer.from(secret, 'utf16le'),
    // Wherever base64's groups of three begin, this part of the secret looks the same.
    ...[0, 1, 2].map((shift) =>
      Buffer.from(Buffer.from(secret).subarray(shift).toString('base64').slice(0, 24)),
    ),
  ];
  const found: string[] = [];
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    if (forms.some((form) => bytes.includes(form))) found.push(file);
  }
  return found;
}
