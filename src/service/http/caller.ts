import type { FastifyReply } from 'fastify';
import { createDeparture, type Departure } from '../jobs/departure.ts';

/** Notices when the connection goes before the answer has been written. */
export function watchCaller(reply: FastifyReply): Departure {
  const { raw } = reply;
  const { departure, leave } = createDeparture(raw.destroyed || raw.socket?.destroyed === true);
  raw.once('close', () => raw.writableFinished || leave());
  return departure;
}
