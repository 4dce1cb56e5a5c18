// Checks the OpenAPI description of the service with Redocly's and Spectral's recommended rules. A warning fails it.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { openApiDocument } from '../src/service/http/openApi.ts';

const text = JSON.stringify(openApiDocument());

const redocly = await lintFromString({
  source: text,
  absoluteRef: 'openapi.json',
  config: await createConfig({ extends: ['recommended-strict'] }),
});
const problems = redocly.map(
  ({ ruleId, message, location }) => `redocly ${ruleId}: ${message} (${location[0]?.pointer ?? ''})`,
);

const spectral = new spectralCore.Spectral();
spectral.setRuleset({ extends: [oas] } as never);
for (const { code, message, path } of await spectral.run(JSON.parse(text)))
  problems.push(`spectral ${code}: ${message} (${path.join('/')})`);

for (const problem of problems) console.error(problem);
console.log(
  `OpenAPI description: ${text.length} characters, ${problems.length} findings of Redocly and Spectral.`,
);
if (problems.length > 0) process.exit(1);
