import type { ShippedPackage } from './inventory.ts';

/** Licences that let a program be given away as it is. */
const allowed =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|Zlib|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0)$/;

/** Files under this licence may be given away as they are, beside the program and not as a part of its bundles. */
const unmodifiedOnly = 'MPL-2.0';

/** Packages that may not ship, each with its licence; an expression is allowed when one of its alternatives is. */
export function forbiddenLicenses(packages: readonly ShippedPackage[]): readonly string[] {
  return packages
    .filter(
      ({ license, way }) =>
        !(license === unmodifiedOnly && way === 'installed') &&
        license
          .replace(/^\((.*)\)$/, '$1')
          .split(/ OR /)
          .every((alternative) => !alternative.split(/ AND /).every((name) => allowed.test(name))),
    )
    .map(({ name, license }) => `${name} (${license})`);
}

/** One file with the licences of everything that ships; packages under the same words share them. */
export function thirdPartyNotices(packages: readonly ShippedPackage[]): string {
  const byText = new Map<string, ShippedPackage[]>();
  for (const entry of packages) {
    const text = entry.text ?? `${entry.name} states the licence ${entry.license} in its package.json.`;
    byText.set(text, [...(byText.get(text) ?? []), entry]);
  }
  const sections = [...byText].map(
    ([text, entries]) =>
      `${entries.map(({ name, version, license }) => `${name} ${version} (${license})`).join('\n')}\n\n${text}`,
  );
  return [
    'Parallax contains the packages below. Electron and Chromium state their licences in files of their own.',
    ...sections,
  ].join(`\n\n${'-'.repeat(78)}\n\n`);
}

/** A CycloneDX 1.6 document of the same packages, without times or random numbers: equal builds make equal files. */
export function billOfMaterials(
  program: { readonly name: string; readonly version: string; readonly license: string },
  packages: readonly ShippedPackage[],
): object {
  const purl = (name: string, version: string): string =>
    `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purl(program.name, program.version),
        name: program.name,
        version: program.version,
        licenses: [{ license: { id: program.license } }],
      },
    },
    components: packages.map(({ name, version, license, integrity, way }) => ({
      type: 'library',
      'bom-ref': purl(name, version),
      purl: purl(name, version),
      name,
      version,
      licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
      ...(integrity?.startsWith('sha512-') && {
        hashes: [
          {
            alg: 'SHA-512',
            content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
          },
        ],
      }),
      properties: [{ name: 'parallax:way', value: way }],
    })),
  };
}
