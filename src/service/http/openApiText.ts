import type { openApiDocument } from './openApi.ts';

/** The description of the interface as JSON text. It is made when somebody asks for it: a start does not need it. */
export async function openApiText(options: Parameters<typeof openApiDocument>[0] = {}): Promise<string> {
  const { openApiDocument } = await import('./openApi.ts');
  return JSON.stringify(openApiDocument(options));
}
