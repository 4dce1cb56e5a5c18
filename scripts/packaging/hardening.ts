import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';

/** Every switch that Electron 45 has; one that a later Electron adds stops the packaging until it is decided on. */
export const fuses = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
} as const;

/** @param executable the program's file, on macOS its `.app`. */
export async function harden(executable: string, platform: string, arch: string): Promise<void> {
  await flipFuses(executable, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // An Apple processor starts no program whose signature its change has broken; signing comes after this.
    resetAdHocDarwinSignature: platform === 'darwin' && arch === 'arm64',
    ...fuses,
  });
}

/** How the fuses stand in a packaged program, by their names. */
export async function readFuses(executable: string): Promise<Readonly<Record<string, string>>> {
  const wire: Readonly<Record<string, unknown>> = await getCurrentFuseWire(executable);
  return Object.fromEntries(
    Object.keys(fuses).map((index) => {
      const state = wire[index];
      const name = FuseV1Options[Number(index)] ?? index;
      return [name, typeof state === 'number' ? (FuseState[state] ?? String(state)) : 'ABSENT'];
    }),
  );
}
