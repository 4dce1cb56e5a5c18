import { afterEach, beforeEach } from 'vitest';
import { beginTest, tellFailures } from './failures.ts';

// Vitest runs this for each file. Hooks of a module that files share would be those of the first file alone.
beforeEach(({ task }) => beginTest(task));
afterEach(tellFailures);
