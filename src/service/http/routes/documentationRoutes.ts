import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceParts } from '../../parts/serviceParts.ts';
import { acceptedCoding } from '../compression.ts';
import { jsonType, notFound, sendError } from '../errorReplies.ts';
import { paths } from '../knownPaths.ts';

type Document = {
  readonly type: string;
  readonly etag: string;
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
};

/** `/openapi.json`, the same as a page under `/docs`, and `/`, a description for browsers. No key is needed. */
export function documentationRoutes(
  app: FastifyInstance,
  { clock }: Pick<ServiceParts, 'clock'>,
  openApi: () => Promise<string>,
): void {
  const description = once(async () => documentOf(jsonType, Buffer.from(await openApi())));
  const page = once(async () => {
    const { documentationPage } = await import('../documentationPage.ts');
    return documentationPage(JSON.parse(await openApi()));
  });
  const open = { config: { open: true } };

  app.get(paths.openApi, open, async (request, reply) => sendDocument(request, reply, await description()));
  app.get(paths.documentation, open, async (_request, reply) => sendPage(reply, await page()));
  app.get('/', open, (request, reply) => {
    // For a program this is an unknown path like any other.
    const wantsPage = request.headers.accept?.includes('text/html') === true;
    return wantsPage ? sendPage(reply, startPage) : sendError(reply, notFound('/'), clock.now());
  });
}

/** Compressed once, and answered with 304 if the caller has it. */
async function documentOf(type: string, plain: Buffer): Promise<Document> {
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { type, etag: `"${digest}"`, bodies: { br, gzip: zipped, identity: plain } };
}

function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply {
  const { type, etag, bodies } = document;
  reply.header('etag', etag).header('vary', 'Accept-Encoding').header('cache-control', 'no-cache');
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const coding = acceptedCoding(request.headers['accept-encoding'], ['br', 'gzip']);
  if (coding !== null) reply.header('content-encoding', coding);
  return reply
    .code(200)
    .type(type)
    .send(bodies[coding ?? 'identity']);
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .code(200)
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    )
    .type('text/html; charset=utf-8')
    .send(page);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Answer Monitoring Service</title>`;

const startPage = `${head}<style>body{font:16px/1.5 system-ui;max-width:36rem;margin:4rem auto;padding:0 1rem}</style></head>
<body><h1>Answer Monitoring Service</h1>
<p>This address asks AI answer engines and web search from a chosen country and returns what they produced as JSON. It is
meant for programs: in Parallax, add it as a connection with its key.</p>
<ul><li><a href="${paths.documentation}">Documentation of the interface</a></li>
<li><a href="${paths.openApi}">OpenAPI description</a></li></ul></body></html>`;
