import { afterAll, beforeAll, inject } from 'vitest';
import { type DirectOperator, directOperator } from '../support/service/directOperator.ts';
import {
  commandOperator,
  type Operator,
  serviceFolderOf,
  startsCommand,
} from '../support/service/operator.ts';
import type { StartOptions } from '../support/service/serviceFlags.ts';
import type { ServiceAddress, ServiceProfile } from '../support/service/serviceProfiles.ts';
import { borrowService } from '../support/service/sharedServices.ts';
import { startService } from '../support/service/startService.ts';
import { type Api, apiOf } from './http.ts';

/** A started service as the tests of one file use it. */
export type TestService = {
  readonly baseUrl: string;
  /** The file's own account, on the growth plan. */
  readonly api: Api;
  /** The account of the key the service prints at start. */
  readonly defaultApi: Api;
  /** A new account with a key of its own, so that what a test counts is its own doing. */
  readonly account: (plan?: string) => Promise<Account>;
  /** One more key of an account. */
  readonly anotherKey: (account: string) => Promise<Key>;
  /** The operator's command line. */
  readonly operator: Operator;
  /** The same work, and more, done on the database at once. */
  readonly direct: DirectOperator;
};

export type Key = { readonly id: string; readonly api: Api };
export type Account = { readonly name: string; readonly api: Api };

/**
 * A service for the file's tests: one of those all files share, or one started with these options for this file
 * alone and ended after it.
 */
export function serviceForFile(which: ServiceProfile | StartOptions = 'usual'): () => TestService {
  let service: TestService | undefined;
  let end: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    if (typeof which === 'string') {
      const { address, giveBack } = await borrowService(inject('sharedServices'), which);
      end = giveBack;
      service = await testServiceOf(address);
    } else {
      const own = await startService({ plan: 'growth', retryBaseMs: 5, ...which });
      end = own.stop;
      service = await testServiceOf(own);
    }
  });
  afterAll(() => end?.());
  return () => {
    if (service === undefined) throw new Error('the service is not running');
    return service;
  };
}

let made = 0;

export async function testServiceOf({ baseUrl, apiKey, dataFolder }: ServiceAddress): Promise<TestService> {
  const direct = directOperator(serviceFolderOf(dataFolder));
  const create = async (plan?: string): Promise<Account> => {
    made += 1;
    const name = `account-${process.pid}-${made}`;
    return { name, api: apiOf(baseUrl, await direct.createAccount(name, plan)) };
  };
  const { api } = await create('growth');
  return {
    baseUrl,
    api,
    defaultApi: apiOf(baseUrl, apiKey),
    direct,
    operator: startsCommand ? commandOperator(dataFolder) : direct,
    account: create,
    anotherKey: async (account) => {
      const { id, apiKey: secret } = await direct.createKey(account);
      return { id, api: apiOf(baseUrl, secret) };
    },
  };
}
