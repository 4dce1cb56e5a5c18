import type { KnowledgeGraph } from '#shared/interface/results/knowledgeGraph.ts';
import { imageUrl } from '../catalogue.ts';
import { fitting } from '../fitting.ts';
import type { RedirectLinks } from '../redirectLinks.ts';
import { plain, priceLevel, type Scene } from '../scene.ts';
import { entryAt, mix } from '../seed.ts';

/** The panel beside the results: what the topic is, what it costs, who is known for it. */
export function knowledgePanel(scene: Scene, links: RedirectLinks): KnowledgeGraph {
  const { market, topic, brands, seeds } = scene;
  const { panel, questions } = market.phrases;
  const advice = fitting('advice', topic.kind, market.phrases);
  const reference = `https://openpedia.example/${market.language.toLowerCase()}/${topic.slug}`;
  return {
    title: topic.capitalised,
    type: panel.kind,
    kgmid: `/sbx/${(seeds.question % 0xffffff).toString(36)}`,
    description: plain(scene, panel.description, seeds.market),
    imageUrl: imageUrl(scene, 'panel'),
    source: { name: 'Openpedia', link: reference, redirectLink: links.to(reference) },
    attributes: [
      { key: panel.priceRange, value: `${priceLevel(scene, 0.55)} – ${priceLevel(scene, 1.7)}` },
      {
        key: panel.popular,
        value: brands
          .slice(0, 3)
          .map((brand) => brand.name)
          .join(', '),
      },
      { key: panel.average, value: `${market.decimal(brands[0]?.rating ?? 4.2)} / 5` },
    ],
    profiles: [{ name: 'Chirper', link: `https://chirper.example/${topic.slug}` }],
    peopleAlsoSearchFor: brands.slice(0, 4).map((brand) => {
      const link = `https://${brand.host}.example`;
      return { name: brand.name, link, redirectLink: links.to(link) };
    }),
    thingsToKnow: questions.slice(0, 2).map((question, index) => ({
      label: plain(scene, question, mix(seeds.question, index)),
      subtitle: plain(scene, entryAt(advice, index), mix(seeds.question, index)),
    })),
    webRatings: [
      {
        platform: 'Gearbench',
        rating: `${market.decimal(brands[0]?.rating ?? 4.2)}/5`,
        link: 'https://gearbench.example',
      },
    ],
  };
}
