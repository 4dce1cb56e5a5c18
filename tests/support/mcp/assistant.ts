import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { commandOf } from '#tests/support/cli/parallax.ts';
import { withoutKeychain } from '#tests/support/keyring/keyringSession.ts';

type Table = { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] };
type Row = Readonly<Record<string, unknown>>;

/** The rows of a table as a program reads them. */
export const rowsOf = (table: unknown): readonly Row[] => {
  const { columns, rows } = table as Table;
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
};

/** What an assistant sees of Parallax: its tools by name, and what they answer. */
export function assistantOn(client: Client) {
  const calls: string[] = [];
  const call = (name: string, input: Record<string, unknown> = {}): Promise<CallToolResult> => {
    calls.push(name);
    return client.callTool({ name, arguments: input });
  };
  return {
    client,
    calls,
    /** @throws Error with the sentence of a tool that refused */
    async ask(name: string, input: Record<string, unknown> = {}): Promise<Row> {
      const { isError, content, structuredContent } = await call(name, input);
      const [text] = content;
      const words = text?.type === 'text' ? text.text : '';
      if (isError === true) throw new Error(words);
      // Clients of older versions read the text.
      if (words !== JSON.stringify(structuredContent)) throw new Error('Text and data differ.');
      return structuredContent as Row;
    },
  };
}

/** `parallax mcp` from its sources with a client of the protocol's own library; closed when the test ends. */
export async function startAssistant(
  dataFolder: string,
  {
    flags = [],
    older = false,
    started = commandOf(['mcp', ...flags], dataFolder),
  }: {
    readonly flags?: readonly string[];
    readonly older?: boolean;
    /** Another command line. */
    readonly started?: readonly [string, ...string[]];
  } = {},
) {
  const [command, ...args] = started;
  const env = withoutKeychain(dataFolder) as Record<string, string>;
  const client = new Client(
    { name: 'test', version: '1' },
    older ? {} : { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(new StdioClientTransport({ command, args, env, stderr: 'pipe' }));
  onTestFinished(() => client.close());
  // With the schemas of their results the client checks every result.
  const { tools } = await client.listTools();
  return { ...assistantOn(client), tools };
}
