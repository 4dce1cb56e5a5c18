/** The command of the desktop program; `parallax` is the command line. */
export const executableName = 'parallax-desktop';

export const maintainer = 'The Parallax authors <parallax@localhost>';

/** What a person double-clicks: one project, as the window and `parallax project export` write it. */
export const projectFile = {
  ext: 'parallax',
  name: 'Parallax project',
  description: 'Project of Parallax',
  mimeType: 'application/x-parallax-project',
} as const;
/** Links that show a run. */
export const linkScheme = 'parallax';
