export { type ClientHooks, type ClientOptions, createClient } from './client.ts';
export type { Clock } from './clock.ts';
export type {
  Answer,
  Call,
  CallOptions,
  Client,
  ResponseKind,
  ResultsOptions,
  StreamedResult,
  TaskSubmission,
} from './contract.ts';
export type { Exchange, Transport } from './exchange.ts';
export type { FetchFunction } from './fetchTransport.ts';
export type * as Interface from './interface.ts';
export {
  batchItemErrorCodes,
  type Engine,
  errorCodes,
  type MonitorRequests,
  type MonitorResults,
  type TaskStatuses,
} from './interface.ts';
export type { Accounting } from './responseHeaders.ts';
export {
  OptionError,
  type Reach,
  ServiceError,
  type ServiceErrorKind,
  serviceErrorKinds,
} from './serviceError.ts';
export { endOf, type TaskEnd } from './taskEnd.ts';
export { type ReceivedWebhook, verifyWebhook, type WebhookVerdict } from './webhook.ts';
