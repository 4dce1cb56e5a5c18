import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Engine } from '#shared/interface/engines.ts';
import { createStoreWait, type StoreWait } from '../parts/storeWait.ts';
import type { AccountUse } from '../store/capacity.ts';
import type { Account } from '../store/serviceStore.ts';
import { type ClientDisconnect, createClientDisconnect } from '../tasks/clientDisconnect.ts';

/** State shared by the hooks and the handler of a request. */
export type RequestState = {
  /** Monotonic milliseconds at which the request's headers had arrived. */
  readonly startedAt: number;
  /** When the complete request had arrived, including its body. */
  workingSince: number;
  /** Set once the key was accepted. */
  account: Account | null;
  rateRemaining: number;
  /** Every wait for the store before the answer is known goes through this. */
  readonly wait: StoreWait;
  /** Slots when a call was admitted or refused, and the balance after it; null to use the current ones. */
  accountUse: AccountUse | null;
  creditsCharged: number;
  /** Rules of the route, looked up once, because Fastify creates a new object each time. */
  rules: RouteRules | null;
};

export function emptyState(rateLimit: number): RequestState {
  const startedAt = performance.now();
  return {
    startedAt,
    workingSince: startedAt,
    account: null,
    rateRemaining: rateLimit,
    wait: createStoreWait(),
    accountUse: null,
    creditsCharged: 0,
    rules: null,
  };
}

/** Of a request's body, in bytes; batches may be larger. */
export const ordinaryBodyLimit = 1024 * 1024;

/** Special rules of a route; stored in its Fastify config. */
export type RouteRules = {
  /** No key needed. */
  readonly open?: boolean;
  /** Whether another component answers it and checks its own keys. */
  readonly handedOn?: boolean;
  /** Monitor responses have the concurrency, credit and latency headers. */
  readonly monitor?: boolean;
  /** The handler gets the bytes of the body and parses them itself. */
  readonly unparsed?: boolean;
  /** 404 unless a driver is bound to this engine. */
  readonly engine?: Engine;
};

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: adds to a type of the library, which only an interface can
  interface FastifyRequest {
    state: RequestState;
  }
  interface FastifyContextConfig extends RouteRules {}
}

/** The caller's account; authenticated routes always have one. */
export function accountOf(request: FastifyRequest): Account {
  const { account } = request.state;
  if (account === null) throw new Error('A protected route was reached without an account');
  return account;
}

/** Detects that the connection closed, or its caller's side of it, before the response was written. */
export function watchCaller(reply: FastifyReply): ClientDisconnect {
  const { raw } = reply;
  const { socket } = raw;
  const { clientDisconnect, leave } = createClientDisconnect(raw.destroyed || socket?.destroyed === true);
  // A caller that sends nothing more may have left or may be waiting for its answer: it is written either way.
  socket?.once('end', leave);
  raw.once('close', () => {
    socket?.off('end', leave);
    if (!raw.writableFinished) leave();
  });
  return clientDisconnect;
}
