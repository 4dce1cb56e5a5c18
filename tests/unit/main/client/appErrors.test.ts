import { expect, it } from 'vitest';
import { ServiceError } from '#client/serviceError.ts';
import { sentence } from '#main/client/appErrors.ts';

const refused = (message: string): ServiceError =>
  new ServiceError({ kind: 'api', reach: 'answered', status: 404, code: 'RESOURCE_NOT_FOUND', message });

it('names the remedy of this set-up for an engine that a service does not answer for', () => {
  expect(sentence(refused('This engine is not available at present'))).toMatch(
    /Choose one in Settings, Engines/,
  );
  expect(sentence(refused('There is nothing at this address'))).toMatch(/its path under “Engine aliases”/);
});
