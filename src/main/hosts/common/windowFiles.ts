import { readFile } from 'node:fs/promises';
import { extname, isAbsolute, relative, resolve } from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

export type WindowFile = {
  readonly body: Buffer<ArrayBuffer>;
  readonly contentType: string;
  /** `Cache-Control` of the response: names of built files contain a content hash, the page's own does not. */
  readonly caching: string;
};

/**
 * A file of the built window by URL path, or null if there is none. Never reads outside of `folder`, whatever
 * the path.
 */
export async function readWindowFile(folder: string, pathname: string): Promise<WindowFile | null> {
  const file = resolveInside(folder, pathname);
  if (file === null) return null;
  const contentType = contentTypes[extname(file)];
  if (contentType === undefined) return null;
  try {
    const body = await readFile(file);
    const hashed = /-[\w-]{8,}\.\w+$/.test(file);
    return { body, contentType, caching: hashed ? 'public, max-age=31536000, immutable' : 'no-cache' };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** The absolute path of a URL path below `folder`, or null if it leads outside or is invalid. */
export function resolveInside(folder: string, pathname: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null;
  const wanted = decoded === '' || decoded === '/' ? 'index.html' : decoded.replace(/^\/+/, '');
  const file = resolve(folder, wanted);
  const inside = relative(folder, file);
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) return null;
  return file;
}
