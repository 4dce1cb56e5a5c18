import type { Scene } from './scene.ts';
import { fraction, hashOf, mix } from './seed.ts';

/** Something an answer is once in a while, so that every state of an interface can be met. */
export type Oddity = 'none' | 'no-sources' | 'no-brands' | 'refusal' | 'other-language';

/** Chosen so that the questions of the guide and the tests get ordinary answers in the larger countries. */
const purpose = 358_439;

/**
 * The rare kinds of answers: about one in twenty-five. They depend on engine, question and place, never on day or
 * job: the same cell is odd whenever it is asked.
 */
export function oddityOf({ seeds, market }: Scene): Oddity {
  const chance = fraction(mix(mix(seeds.question, hashOf(market.country, market.state ?? '')), purpose));
  if (chance < 0.012) return 'no-sources';
  if (chance < 0.024) return 'no-brands';
  if (chance < 0.032) return 'refusal';
  return chance < 0.042 && market.language !== 'en' ? 'other-language' : 'none';
}
