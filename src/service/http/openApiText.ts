import type { openApiDocument } from './openApi.ts';

/** The description of the interface as JSON text. Generated on demand, because a start does not need it. */
export async function openApiText(options: Parameters<typeof openApiDocument>[0] = {}): Promise<string> {
  const { openApiDocument } = await import('./openApi.ts');
  return JSON.stringify(openApiDocument(options));
}
