// Checks the OpenAPI description of the service with Redocly's strict rules. A warning fails it.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument } from '../src/service/http/openApi.ts';

const source = JSON.stringify(openApiDocument());
const problems = await lintFromString({
  source,
  absoluteRef: 'openapi.json',
  config: await createConfig({ extends: ['recommended-strict'] }),
});
for (const { ruleId, message, location } of problems)
  console.error(`${ruleId}: ${message} (${location[0]?.pointer ?? ''})`);
console.log(`OpenAPI description: ${source.length} characters, ${problems.length} findings of Redocly.`);
if (problems.length > 0) process.exit(1);
