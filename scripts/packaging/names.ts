/** The command of the desktop program; `parallax` is the command line. */
export const executableName = 'parallax-desktop';

export const maintainer = 'The Parallax authors <parallax@localhost>';
