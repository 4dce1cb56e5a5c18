import type { QuestionCandidate } from './keywordFile.ts';

/**
 * What people ask assistants on their way to buying, for any field. The names in braces are variables of the plan: the
 * person gives their values, and each question is asked once for every combination.
 */
const templates: Readonly<Record<string, readonly string[]>> = {
  discovery: [
    'What is the best {product}?',
    'Which {product} would you recommend?',
    'Which {product} do people trust most?',
    'What are the most popular brands of {product}?',
    'What is the best cheap {product}?',
  ],
  comparison: [
    'Which is better, {brand} or {competitor}?',
    'What are the best alternatives to {brand}?',
    'How does {brand} compare with {competitor}?',
  ],
  reputation: [
    'Is {brand} good?',
    'What are the advantages and disadvantages of {brand}?',
    'What do customers say about {brand}?',
    'Is {brand} worth its price?',
  ],
  purchase: ['Where can I buy a {product}?', 'How much does a good {product} cost?'],
  advice: ['What should I look for when buying a {product}?', 'How do I choose a {product}?'],
};

export const templateQuestions: readonly QuestionCandidate[] = Object.entries(templates).flatMap(
  ([intent, texts]) => texts.map((text) => ({ text, volume: null, tags: [intent] })),
);
