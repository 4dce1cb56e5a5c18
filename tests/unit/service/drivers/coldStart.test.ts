import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const program = `
import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
    if (name !== undefined) loaded.add(name);
    return next(url, context);
  },
});
const { driverCatalogue } = await import('#service/drivers/catalogue.ts');
for (const definition of driverCatalogue) definition.create({ key: 'k' }).readiness();
console.log(JSON.stringify([...loaded]));
`;

it('making every driver loads no provider’s client and nothing that reads Markdown', async () => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
    cwd: process.cwd(),
  });
  expect((JSON.parse(stdout) as string[]).sort()).toEqual(['eventsource-parser', 'zod']);
});
