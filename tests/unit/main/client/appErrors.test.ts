import { expect, it } from 'vitest';
import { ServiceError } from '#client/serviceError.ts';
import { sentence } from '#main/client/appErrors.ts';
import { engineNotReadyMessage, engineUnavailableMessage } from '#shared/interface/errors.ts';

const refused = (message: string): ServiceError =>
  new ServiceError({ kind: 'api', reach: 'answered', status: 404, code: 'RESOURCE_NOT_FOUND', message });

it('names the remedy of this set-up for an engine that a service does not answer for', () => {
  for (const message of [engineNotReadyMessage, engineUnavailableMessage])
    expect(sentence(refused(message))).toMatch(/Choose one in Settings, Engines, or enter its key there/);
  expect(sentence(refused('There is nothing at this address'))).toMatch(/its path under “Engine aliases”/);
});
