import { Readable } from 'node:stream';
import { createZipEntry, zipArchive } from '../../../exports/zipEntry.ts';
import { writeNewFile } from '../writeNewFile.ts';

/** How a bundle starts the installation that wrote it. */
export type BundledCommand = {
  /** The Node executable, and the entry of this program. */
  readonly node: string;
  readonly entry: string;
  readonly args: readonly string[];
};

/**
 * Runs on whatever Node the assistant's program has, and starts Parallax on the Node it was installed with.
 * Both streams are connected to the assistant.
 */
const launcher = `import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const { node, entry, args } = JSON.parse(readFileSync(new URL('./command.json', import.meta.url), 'utf8'));
for (const file of [node, entry])
  if (!existsSync(file)) {
    console.error('Parallax is no longer at ' + file + '. Write this bundle again with "parallax mcp --bundle".');
    process.exit(1);
  }
const program = spawn(node, [entry, ...args], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal));
program.on('error', ({ message }) => {
  console.error('Parallax could not be started: ' + message);
  process.exit(1);
});
program.on('exit', (code) => process.exit(code ?? 1));
`;

/**
 * Writes a bundle (.mcpb, manifest 0.3) that Claude installs with one click.
 * @throws Error if the file exists
 */
export async function writeBundle(file: string, version: string, command: BundledCommand): Promise<void> {
  const entryPoint = 'server/launch.mjs';
  const manifest = {
    manifest_version: '0.3',
    name: 'parallax',
    display_name: 'Parallax',
    version,
    description:
      'Answers of AI engines and web search from many countries: who is named, cited and leading where.',
    author: { name: 'Parallax' },
    license: 'MIT',
    server: {
      type: 'node',
      entry_point: entryPoint,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the installing program puts its folder there
      mcp_config: { command: 'node', args: ['${__dirname}/server/launch.mjs'] },
    },
    tools_generated: true,
  };
  const files = {
    'manifest.json': JSON.stringify(manifest, null, 2),
    [entryPoint]: launcher,
    'server/command.json': JSON.stringify(command, null, 2),
  };
  const entries = [];
  for (const [name, text] of Object.entries(files)) {
    const entry = createZipEntry(name);
    await entry.write(text);
    entries.push(await entry.end());
  }
  await writeNewFile(file, Readable.from(zipArchive(entries)));
}
