/** A comparison big enough that V8 compiles the code paths of real ones; its result is discarded. */
import { type CompareColumn, noContent } from '#shared/model/comparison/samples.ts';

const words =
  'market answer source brand price table list heading paragraph number domain share rank sample verdict noise column row block word'.split(
    ' ',
  );

export function warmUpColumns(): readonly CompareColumn[] {
  return Array.from({ length: 16 }, (_, index) => {
    const phrase = (from: number): string =>
      Array.from(
        { length: 24 },
        (_unused, at) => words[(from * 7 + at * (1 + (index % 3))) % words.length],
      ).join(' ');
    const items = Array.from(
      { length: 6 },
      (_unused, at) => `${at + 1}. **Name ${(at + index) % 7}** – ${phrase(at)} $${40 + at}.00`,
    );
    const paragraphs = Array.from(
      { length: 8 },
      (_unused, at) => `## Part ${at}\n\n${phrase(at + 10)}. ${phrase(at + index)}.`,
    );
    const markdown = [
      `# Summary`,
      phrase(1),
      items.join('\n'),
      `| a | b |\n|---|---|\n| Name 1 | ${index} kg |`,
      ...paragraphs,
    ].join('\n\n');
    return {
      id: String(index),
      label: String(index),
      market: { country: 'US' },
      engine: 'assistant-a',
      prompt: 'which name',
      samples: [
        {
          ...noContent,
          observationId: String(index),
          status: 'completed',
          text: markdown,
          markdown,
          sources: [
            { position: 1, url: `https://site${index % 5}.example/a`, title: 'A page', description: '' },
          ],
          servedShape: null,
          driver: null,
          surface: null,
          language: null,
          creditsCharged: null,
          latencyMs: null,
          at: null,
          error: null,
        },
      ],
    };
  });
}
