import type { FuzzTarget } from '../target.ts';
import { answerTargets } from './answers.ts';
import { fileTargets } from './files.ts';
import { networkTargets } from './network.ts';
import { providerTargets } from './providers.ts';
import { serviceTargets } from './service.ts';
import { typedTargets } from './typed.ts';

/** Every parser of bytes that the program did not write itself. */
export const targets: readonly FuzzTarget[] = [
  ...[...serviceTargets, ...providerTargets, ...answerTargets],
  ...[...fileTargets, ...networkTargets, ...typedTargets],
];
