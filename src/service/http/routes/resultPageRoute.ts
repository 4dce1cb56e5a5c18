import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { ServiceParts } from '../../parts/serviceParts.ts';
import { notFound, sendError } from '../errorReplies.ts';
import { paths } from '../knownPaths.ts';

const decompress = promisify(zstdDecompress);
const tokenPattern = /^[0-9a-f]{40}$/;

/**
 * Stored HTML of results. The URL itself grants access, so it has 160 random bits. The page comes from an
 * engine and is untrusted, so it may run nothing and connect to nothing.
 */
export function resultPageRoute(app: FastifyInstance, { store, settings, clock }: ServiceParts): void {
  app.get<{ Params: { token: string; page: string } }>(
    paths.resultPage,
    { config: { open: true } },
    async (request, reply) => {
      const { token } = request.params;
      const page = /^page-(\d{1,2})\.html$/.exec(request.params.page)?.[1];
      const now = clock.now();
      // Anyone can ask: what no page is called is not looked up, and PostgreSQL takes no NUL.
      const body =
        page === undefined || !tokenPattern.test(token)
          ? null
          : await request.state.wait(
              store.resultPage({ token, page: Number(page), notBefore: now - settings.retentionMs }),
            );
      if (body === null) return sendError(reply, notFound(request.url.split('?', 1)[0] ?? ''), now);
      return reply
        .code(200)
        .type('text/html; charset=utf-8')
        .headers({
          'content-security-policy':
            "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:",
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
          'cache-control': 'private, max-age=3600',
        })
        .send(await decompress(body));
    },
  );
}
