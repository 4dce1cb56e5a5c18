import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AfterPackContext, Arch, type Configuration } from 'electron-builder';
import { harden } from './hardening.ts';
import { executableName, linkScheme, maintainer, projectFile } from './names.ts';

export type PackagingInput = {
  /** The checkout. */
  readonly root: string;
  readonly output: string;
  /** Folder with the licences and the bill of materials. */
  readonly documents: string;
  /** An unpacked Electron; null lets electron-builder download it. */
  readonly electron: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Everything electron-builder is told. Nothing else configures it. */
export function configuration({ root, output, documents, electron, env }: PackagingInput): Configuration {
  const icons = join(root, 'packaging/icons');
  const azure = azureSigning(env);
  return {
    appId: 'app.parallax.desktop',
    productName: 'Parallax',
    copyright: 'Copyright © 2026 The Parallax authors',
    directories: { output, buildResources: join(root, 'packaging') },
    ...(electron !== null && { electronDist: electron }),
    // Native parts come prebuilt; compiling them again would put another file in their place.
    npmRebuild: false,
    // Only what the system itself loads stands beside the archive, not the whole of its package.
    asar: { smartUnpack: false },
    asarUnpack: ['**/*.node'],
    files: [...shippedFiles],
    extraResources: [{ from: documents, to: 'licenses' }],
    extraMetadata: { main: 'out/main/index.js', desktopName: `${executableName}.desktop` },
    fileAssociations: [{ ...projectFile, role: 'Editor' }],
    // NSIS knows none of them: `packaging/installer.nsh` tells Windows.
    protocols: [{ name: 'Run of Parallax', schemes: [linkScheme], role: 'Viewer' }],
    electronLanguages: ['en-US'],
    afterPack,
    // Who takes beta versions is offered stable ones too.
    generateUpdatesFilesForAllChannels: true,
    // What the updater reads; a build that knows no repository has no updates.
    publish: publishing(env),
    mac: {
      icon: join(icons, 'icon.icns'),
      category: 'public.app-category.business',
      target: ['dmg', 'zip'],
      artifactName: `Parallax-\${version}-mac-\${arch}.\${ext}`,
      hardenedRuntime: true,
      // Without a certificate electron-builder signs nothing and says so; notarising needs both.
      notarize: Boolean(env.APPLE_API_KEY && env.APPLE_API_KEY_ID && env.APPLE_API_ISSUER),
    },
    win: {
      icon: join(icons, 'icon.ico'),
      target: ['nsis', 'portable'],
      ...(azure && { azureSignOptions: azure }),
    },
    nsis: {
      artifactName: `Parallax-\${version}-windows-\${arch}-setup.\${ext}`,
      oneClick: false,
      allowToChangeInstallationDirectory: true,
      deleteAppDataOnUninstall: false,
    },
    portable: { artifactName: `Parallax-\${version}-windows-\${arch}-portable.\${ext}` },
    linux: {
      icon: icons,
      category: 'Office',
      executableName,
      syncDesktopName: true,
      // The .deb is written by `debian.ts`, so that the one that is tried in the tests is the one that ships.
      target: ['rpm', 'AppImage', 'tar.gz'],
      artifactName: `parallax-desktop-\${version}-linux-\${arch}.\${ext}`,
      maintainer,
      synopsis: 'Ask AI answer engines and web search from many countries',
    },
    rpm: { packageName: executableName },
    toolsets: { appimage: '1.0.3' },
  };
}

/** What goes into the archive, of the checkout and of node_modules. */
const shippedFiles = [
  'package.json',
  'out/**',
  'resources/**/*.{png,ico}',
  // The command line is a package of its own: a hardened program runs no other script than its own.
  '!out/main/cli.js',
  '!out/{main,renderer}/packages*.json',
  '!out/{.stamp,.compiled}',
  '!**/*.{map,md,markdown,ts,mts,cts,tsx,flow,tsbuildinfo}',
  '!**/*.{test,spec}.*',
  '!**/{test,tests,__tests__,spec,fixtures,example,examples,docs,benchmark,benchmarks,.github}/**',
  '!**/node_modules/{@types,undici-types}/**',
  '!node_modules/node-addon-api/**',
  '!node_modules/better-sqlite3/{deps,src,binding.gyp}',
  // Of eight prebuilt parts, the one of this system and processor.
  '!node_modules/better-sqlite3/prebuilds/*',
  `node_modules/better-sqlite3/prebuilds/\${platform}-\${arch}.node`,
];

async function afterPack({
  appOutDir,
  arch,
  electronPlatformName,
  packager,
}: AfterPackContext): Promise<void> {
  const processor = Arch[arch] ?? String(arch);
  const resources = packager.getResourcesDir(appOutDir);
  const missing = await missingParts(
    join(resources, 'app.asar.unpacked/node_modules'),
    electronPlatformName,
    processor,
  );
  if (missing.length > 0)
    throw new Error(`The package for ${electronPlatformName} ${processor} lacks ${missing.join(' and ')}.`);
  const { productFilename } = packager.appInfo;
  const name = {
    darwin: `${productFilename}.app`,
    win32: `${productFilename}.exe`,
  }[electronPlatformName];
  await harden(join(appOutDir, name ?? executableName), electronPlatformName, processor);
}

/**
 * Native parts that are not there for the system that is packaged for. Packaged on another system, the keychain's would be
 * missing and no key would be kept, without a word.
 */
async function missingParts(nodeModules: string, platform: string, arch: string): Promise<readonly string[]> {
  const sqlite = join(nodeModules, 'better-sqlite3/prebuilds', `${platform}-${arch}.node`);
  const keyrings = await readdir(join(nodeModules, '@napi-rs')).catch(() => []);
  return [
    ...(existsSync(sqlite) ? [] : ['the database']),
    ...(keyrings.some((name) => name.startsWith(`keyring-${platform}-${arch}`)) ? [] : ['the keychain']),
  ];
}

function azureSigning(env: PackagingInput['env']): NonNullable<Configuration['win']>['azureSignOptions'] {
  const { AZURE_SIGNING_ENDPOINT, AZURE_SIGNING_ACCOUNT, AZURE_SIGNING_PROFILE, AZURE_SIGNING_PUBLISHER } =
    env;
  if (!AZURE_SIGNING_ENDPOINT || !AZURE_SIGNING_ACCOUNT || !AZURE_SIGNING_PROFILE || !AZURE_SIGNING_PUBLISHER)
    return null;
  return {
    endpoint: AZURE_SIGNING_ENDPOINT,
    codeSigningAccountName: AZURE_SIGNING_ACCOUNT,
    certificateProfileName: AZURE_SIGNING_PROFILE,
    publisherName: AZURE_SIGNING_PUBLISHER,
  };
}

function publishing(env: PackagingInput['env']): Configuration['publish'] {
  const [owner, repo] = (env.GITHUB_REPOSITORY ?? '').split('/');
  return owner && repo ? { provider: 'github', owner, repo } : null;
}
