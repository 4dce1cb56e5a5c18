import type { FastifyReply } from 'fastify';
import { type ClientDisconnect, createClientDisconnect } from '../jobs/clientDisconnect.ts';

/** Notices when the connection goes before the answer has been written. */
export function watchCaller(reply: FastifyReply): ClientDisconnect {
  const { raw } = reply;
  const { clientDisconnect, leave } = createClientDisconnect(raw.destroyed || raw.socket?.destroyed === true);
  raw.once('close', () => raw.writableFinished || leave());
  return clientDisconnect;
}
