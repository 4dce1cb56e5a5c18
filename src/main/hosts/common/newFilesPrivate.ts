import { keepNewFilesPrivate } from '#platform/privateFiles.ts';

// The first import of every program: modules run in the order of their imports, so nothing has written a file yet.
keepNewFilesPrivate();
