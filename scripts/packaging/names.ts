/** The command of the desktop program; `parallax` is the command line. */
export const executableName = 'parallax-desktop';
/** A file that holds a project, as `parallax project export` writes it. */
export const projectFileType = { extension: 'parallax', mime: 'application/vnd.parallax.project+sqlite3' };

export const maintainer = 'The Parallax authors <parallax@localhost>';
