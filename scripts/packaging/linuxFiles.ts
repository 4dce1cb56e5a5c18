import { executableName, linkScheme, projectFile } from './names.ts';

/** What the desktop of a Linux system reads about the program. */
export const desktopEntry = `[Desktop Entry]
Type=Application
Name=Parallax
Comment=Ask AI answer engines and web search from many countries
Exec=${executableName} %U
MimeType=${projectFile.mimeType};x-scheme-handler/${linkScheme};
Icon=${executableName}
Terminal=false
Categories=Office;
Keywords=SEO;brand;search;AI;
StartupWMClass=Parallax
`;

/** Told to the system's list of file types, which Debian brings up to date by itself when a file is put there. */
export const mimeTypes = `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="${projectFile.mimeType}">
    <comment>${projectFile.description}</comment>
    <glob pattern="*.${projectFile.ext}"/>
  </mime-type>
</mime-info>
`;

/**
 * Ubuntu 23.10 and later let a program have user namespaces only by a profile. This one restricts nothing else: pages are
 * confined by Chromium's sandbox, which makes those namespaces.
 */
export const appArmorProfile = `abi <abi/4.0>,
include <tunables/global>

profile ${executableName} /usr/lib/${executableName}/${executableName} flags=(unconfined) {
  userns,

  include if exists <local/${executableName}>
}
`;

const sharedProfile = `/usr/share/${executableName}/apparmor-profile`;
const loadedProfile = `/etc/apparmor.d/${executableName}`;

/** AppArmor before 4 does not know \`userns\` and restricts no namespaces: there the profile is left out. */
export const afterInstall = `#!/bin/sh
set -e
if [ "$1" = configure ] && [ -d /etc/apparmor.d ] && command -v apparmor_parser >/dev/null; then
  if apparmor_parser --skip-kernel-load --skip-cache '${sharedProfile}' >/dev/null 2>&1; then
    cp '${sharedProfile}' '${loadedProfile}'
    # A container loads none; its host does at the next start.
    apparmor_parser --replace '${loadedProfile}' >/dev/null 2>&1 || true
  fi
fi
`;

export const afterRemove = `#!/bin/sh
set -e
case "$1" in
  remove|purge)
    if [ -f '${loadedProfile}' ]; then
      apparmor_parser --remove '${loadedProfile}' >/dev/null 2>&1 || true
      rm -f '${loadedProfile}'
    fi
    ;;
esac
`;

const pictures = [
  { file: 'docs/images/comparison-answer-light.png', caption: 'Answers of several countries side by side' },
  { file: 'docs/images/project-overview.png', caption: 'A project at a glance' },
] as const;

/** What software centres show of the program. Its pictures are those of the guide, where the repository is known. */
export function appStream(facts: {
  readonly version: string;
  /** OWNER/NAME on GitHub, or null. */
  readonly repository: string | null;
  /** Day of the release, YYYY-MM-DD. */
  readonly date: string;
}): string {
  const { version, repository, date } = facts;
  const screenshots = pictures.map(
    ({ file, caption }, at) => `    <screenshot${at === 0 ? ' type="default"' : ''}>
      <caption>${caption}</caption>
      <image>https://raw.githubusercontent.com/${repository}/v${version}/${file}</image>
    </screenshot>
`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>app.parallax.desktop</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>MIT</project_license>
  <name>Parallax</name>
  <summary>Compare answers of AI engines and web search across countries</summary>
  <description>
    <p>
      Parallax asks AI answer engines and web search the same question from many countries, keeps every answer on your
      disk, and shows answers, sources and brands side by side.
    </p>
    <ul>
      <li>Compare answers by country, by time and by engine, with what differs marked</li>
      <li>Watch questions over time and be told of changes</li>
      <li>Export answers, tables and reports</li>
    </ul>
  </description>
  <launchable type="desktop-id">${executableName}.desktop</launchable>
  <developer id="app.parallax">
    <name>The Parallax authors</name>
  </developer>
${repository === null ? '' : `  <url type="homepage">https://github.com/${repository}</url>\n  <screenshots>\n${screenshots.join('')}  </screenshots>\n`}  <provides>
    <mediatype>${projectFile.mimeType}</mediatype>
  </provides>
  <content_rating type="oars-1.1"/>
  <releases>
    <release version="${version}" date="${date}"/>
  </releases>
</component>
`;
}
