import { connect, type Socket } from 'node:net';

export type RawAnswer = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/** Sends bytes as they are over a connection of their own; null when the server closed it without an answer. */
export function sendRaw(port: number, bytes: Buffer | string, budgetMs = 10_000): Promise<RawAnswer | null> {
  const noBody = bytes.toString('latin1').startsWith('HEAD ');
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error('no answer in time'));
    }, budgetMs);
    const finish = (answer: RawAnswer | null): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const answer = readAnswer(Buffer.concat(chunks), noBody);
      if (answer !== null) finish(answer);
    });
    // A server that refuses early may close while bytes are still on their way.
    socket.on('error', () => undefined);
    socket.on('close', () => finish(readAnswer(Buffer.concat(chunks), noBody)));
  });
}

function readAnswer(bytes: Buffer, noBody: boolean): RawAnswer | null {
  const text = bytes.toString('utf8');
  if (text.startsWith('HTTP/1.1 100'))
    return readAnswer(bytes.subarray(bytes.indexOf('\r\n\r\n') + 4), noBody);
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const body = bytes.subarray(end + 4);
  const length = noBody ? 0 : Number(headers.get('content-length') ?? 0);
  if (body.length < length) return null;
  return { status: Number(first.split(' ')[1]), headers, body: body.toString('utf8', 0, length) };
}
