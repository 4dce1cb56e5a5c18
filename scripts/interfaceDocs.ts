/** Writes docs/interface.md, the API reference, from the OpenAPI description; part of `npm run docs`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type InterfaceDescription, interfaceReference } from '#service/http/interfaceReference.ts';
import { openApiDocument } from '#service/http/openApi.ts';

writeFileSync(
  fileURLToPath(new URL('../docs/interface.md', import.meta.url)),
  interfaceReference(openApiDocument() as unknown as InterfaceDescription),
);
