import type { BridgeClient } from './client.ts';

/** Bytes per call; in base64 well below the size limit of a message. */
const chunkBytes = 1024 * 1024;

/** Downloads a file created by the core. */
export async function fetchFile(
  bridge: BridgeClient,
  fileId: string,
  type: string,
  signal?: AbortSignal,
): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const chunk: { base64: string; next: number | null } = await bridge.call(
      'exports.read',
      { fileId, from },
      signal === undefined ? {} : { signal },
    );
    chunks.push(Uint8Array.from(atob(chunk.base64), (letter) => letter.charCodeAt(0)));
    from = chunk.next;
  }
  return new Blob(chunks, { type });
}

/**
 * Uploads a project file that the user selected. The core does not know its path.
 * @returns the name of the file in the core
 */
export async function uploadFile(
  bridge: BridgeClient,
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  let fileId: string | null = null;
  let from = 0;
  do {
    const bytes = new Uint8Array(await file.slice(from, from + chunkBytes).arrayBuffer());
    const chunk = { fileId, base64: base64Of(bytes) };
    const given: { fileId: string } = await bridge.call('projects.receive', chunk, { signal });
    fileId = given.fileId;
    from += bytes.length;
    onProgress(file.size === 0 ? 1 : from / file.size);
  } while (from < file.size);
  return fileId;
}

/** In chunks, because the number of function arguments is limited. */
function base64Of(bytes: Uint8Array): string {
  let letters = '';
  for (let from = 0; from < bytes.length; from += 32_768)
    letters += String.fromCharCode(...bytes.subarray(from, from + 32_768));
  return btoa(letters);
}
