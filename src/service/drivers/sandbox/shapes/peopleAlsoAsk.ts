import { fitting } from '../fitting.ts';
import type { RedirectLinks } from '../redirectLinks.ts';
import { plain, type Scene } from '../scene.ts';
import { entryAt, fraction, mix } from '../seed.ts';
import { pagesFor } from '../sources.ts';
import { pageMembers } from './parts.ts';

const askedPurpose = 6;

/** Four questions: most answered by a link, some by an overview, now and then one that cannot be read. */
export function peopleAlsoAsk(scene: Scene, withOverviews: boolean, links: RedirectLinks) {
  const { phrases } = scene.market;
  const pages = pagesFor(scene, 6, askedPurpose);
  return phrases.questions.slice(0, 4).map((template, index) => {
    const seed = mix(scene.seeds.question, 180 + index);
    const question = plain(scene, template, seed);
    const kind = fraction(mix(seed, 1));
    const page = pages[index];
    if (page === undefined || kind > 0.95) return { question, type: 'UNKNOWN' as const };
    if (kind < 0.6) {
      return {
        question,
        type: 'LINK' as const,
        snippet: page.snippet,
        title: page.title,
        link: page.url,
        redirectLink: links.to(page.url),
      };
    }
    if (!withOverviews) return { question, type: 'AIOVERVIEW' as const };
    const sentences = [0, 1].map((offset) =>
      plain(
        scene,
        entryAt(fitting('context', scene.topic.kind, phrases), (seed % 97) + offset),
        mix(seed, offset),
      ),
    );
    return {
      question,
      type: 'AIOVERVIEW' as const,
      markdown: `${sentences.join(' ')}\n\n- ${plain(scene, entryAt(fitting('advice', scene.topic.kind, phrases), seed), seed)}`,
      sources: pages.slice(index, index + 2).map((source, at) => ({
        ...pageMembers(source),
        position: at + 1,
        redirectLink: links.to(source.url),
      })),
    };
  });
}
