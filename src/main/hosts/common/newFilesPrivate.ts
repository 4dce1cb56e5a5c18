import { keepNewFilesPrivate } from '#platform/privateFiles.ts';

// The first import of every program: modules are evaluated in import order, so nothing has written a file yet.
keepNewFilesPrivate();
