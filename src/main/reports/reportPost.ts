import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { postWebhook, refusalOf } from '#platform/http/post.ts';
import { isPublicAddress } from '#platform/http/publicAddress.ts';
import { originsOf } from '#shared/model/origins.ts';
import type { ReportChannels } from '#shared/model/scheduledReport.ts';

const attemptMs = 30_000;

type Mail = {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly attachment: { readonly name: string; readonly bytes: Uint8Array } | null;
};

type MailServer = NonNullable<ReportChannels['smtp']>;

/** A password is sent only to the server it was entered for. */
export const serverOrigin = ({ host, port }: MailServer): string =>
  originsOf([`https://${host.toLowerCase()}:${port}`])[0] ?? '';

/**
 * Sends a mail. The server's name is resolved once and the connection uses that address, which prevents DNS
 * rebinding; its certificate is checked against the name.
 * @returns the error, or null
 */
export async function sendMail(
  server: MailServer,
  password: string | null,
  allowPrivate: boolean,
  mail: Mail,
): Promise<string | null> {
  const { host, port, encryption, user, from } = server;
  const literal = host.replace(/^\[|\]$/g, '');
  const address = await lookup(literal).then(
    (found) => found.address,
    () => null,
  );
  if (address === null) return `the mail server ${host} was not found`;
  const isPublic = isPublicAddress(address);
  if (!isPublic && !allowPrivate) return `the mail server ${host} is not at a public address`;
  if (isPublic && encryption === 'none') return 'mail is sent without encryption in private networks only';
  if (user !== '' && password === null) return 'the password of the mail server is not set';
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host: address,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    tls: isIP(literal) === 0 ? { servername: host } : {},
    ...(user === '' ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: attemptMs,
    greetingTimeout: attemptMs,
    socketTimeout: attemptMs,
    // Only the report's own content is sent: no file or URL is read for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const { to, subject, text, attachment } = mail;
    const { rejected } = await transport.sendMail({
      from,
      to: [...to],
      subject,
      text,
      attachments:
        attachment === null ? [] : [{ filename: attachment.name, content: Buffer.from(attachment.bytes) }],
    });
    return rejected.length === 0 ? null : `the mail server refused ${rejected.join(', ')}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    transport.close();
  }
}

/**
 * Posts a message to an incoming webhook of Slack or Teams.
 * @returns the error, or null
 */
export async function postMessage(
  kind: 'slack' | 'teams',
  address: string,
  text: string,
  allowPrivate: boolean,
  signal: AbortSignal,
): Promise<string | null> {
  const outcome = await postWebhook(address, JSON.stringify(kind === 'slack' ? { text } : card(text)), {
    headers: {},
    userAgent: 'Parallax (reports)',
    timeoutMs: attemptMs,
    allowPrivate,
    signal,
  });
  return refusalOf(outcome);
}

/** The format of Teams: an adaptive card, with a block for each paragraph. */
const card = (text: string) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: text.split('\n').map((line) => ({ type: 'TextBlock', text: line, wrap: true })),
      },
    },
  ],
});
