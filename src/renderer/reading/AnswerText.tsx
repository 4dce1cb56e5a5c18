import { type FocusEvent, useContext, useLayoutEffect, useRef, useState } from 'react';
import type { ObservationView } from '#shared/model/observation.ts';
import { textDirection } from '#shared/text/words/direction.ts';
import { Button } from '../ui/Button.tsx';
import { drawable } from '../ui/drawable.ts';
import { ExternalLink } from '../ui/ExternalLink.tsx';
import { formatQuantity } from '../ui/format.ts';
import { directionOf } from '../ui/locationLabels.ts';
import { Markdown } from '../ui/Markdown.tsx';
import { Notice } from '../ui/Notice.tsx';
import { citationCounts, wordsOf } from './observationFacts.ts';
import { ReadInContext } from './readIn/readInContext.ts';
import { TranslatedText } from './readIn/TranslatedText.tsx';

/** Maximum height before an answer is folded, CSS pixels: about forty lines. */
const foldedHeight = 960;

type AnswerTextProps = {
  readonly observation: ObservationView;
  readonly unfolded: boolean;
  readonly onUnfold: (unfolded: boolean) => void;
};

/** An answer with its sources, in its language and direction. */
export function AnswerText({ observation, unfolded, onUnfold }: AnswerTextProps) {
  const { markdown, text } = observation;
  const empty = (markdown ?? text).trim() === '';
  return (
    <div className="flex flex-col gap-4">
      {empty ? (
        <Notice tone="info">The engine returned no text. The raw response has everything it sent.</Notice>
      ) : (
        <Foldable unfolded={unfolded} onUnfold={onUnfold} words={() => wordsOf(observation)}>
          <AnswerWords observation={observation} />
        </Foldable>
      )}
      <Sources observation={observation} />
    </div>
  );
}

/** The text of an answer: as returned, or in the reader's language. */
export function AnswerWords({ observation }: { readonly observation: ObservationView }) {
  const read = useContext(ReadInContext);
  const { id, language, markdown, text } = observation;
  const original = (
    <div lang={language ?? undefined} dir={directionOf(language)} className="prose" data-answer>
      {markdown === null ? <PlainText text={text} /> : <Markdown source={markdown} />}
    </div>
  );
  if (read.mode === 'original' || language === read.to) return original;
  return read.answers.has(id) ? (
    <TranslatedText observationId={id} original={original} />
  ) : (
    <>
      <p className="mb-2 text-ink-3 text-mini">Not translated yet</p>
      {original}
    </>
  );
}

/** Maximum paragraphs of plain text with separate directions. Browsers take seconds to lay out more. */
const maxParagraphs = 2_000;

function PlainText({ text }: { readonly text: string }) {
  const paragraphs = paragraphsOf(text);
  return (paragraphs.length > maxParagraphs ? [{ start: 0, words: text }] : paragraphs).map(
    ({ start, words }) => (
      <p key={start} dir={textDirection(words)} className="whitespace-pre-wrap">
        {drawable(words)}
      </p>
    ),
  );
}

/** Paragraphs that are not blank, with their offsets. */
function paragraphsOf(text: string): readonly { readonly start: number; readonly words: string }[] {
  const paragraphs: { start: number; words: string }[] = [];
  let start = 0;
  for (const gap of text.matchAll(/\n{2,}|$/g)) {
    const words = text.slice(start, gap.index);
    if (words.trim() !== '') paragraphs.push({ start, words });
    start = gap.index + gap[0].length;
  }
  return paragraphs;
}

function Foldable({
  unfolded,
  onUnfold,
  words,
  children,
}: {
  readonly unfolded: boolean;
  readonly onUnfold: (unfolded: boolean) => void;
  readonly words: () => number;
  readonly children: React.ReactNode;
}) {
  const inner = useRef<HTMLDivElement>(null);
  const [long, setLong] = useState(false);
  useLayoutEffect(() => {
    const element = inner.current;
    if (element === null) return;
    const measure = (): void => setLong(element.scrollHeight > foldedHeight * 1.25);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const folded = long && !unfolded;
  // A link that is focused by keyboard must be visible, so the answer is unfolded.
  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    if (!folded || inner.current === null) return;
    const below = event.target.getBoundingClientRect().top - inner.current.getBoundingClientRect().top;
    if (below > foldedHeight - 40) onUnfold(true);
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only watches where the focus goes inside */}
      <div
        onFocus={onFocus}
        style={
          folded
            ? { maxHeight: foldedHeight, maskImage: 'linear-gradient(black calc(100% - 5rem), transparent)' }
            : {}
        }
        className={folded ? 'overflow-hidden' : ''}
      >
        <div ref={inner}>{children}</div>
      </div>
      {long ? (
        <Button
          size="small"
          look="quiet"
          className="mt-1 -ms-2"
          aria-expanded={!folded}
          onClick={() => onUnfold(folded)}
        >
          {folded ? `Show all ${formatQuantity(words(), 'word')}` : 'Collapse'}
        </Button>
      ) : null}
    </div>
  );
}

/** The sources of an answer, in its order. */
function Sources({ observation }: { readonly observation: ObservationView }) {
  const { sources } = observation;
  if (sources.length === 0)
    return <p className="border-line border-t pt-2 text-ink-3 text-table">No sources.</p>;
  const cited = citationCounts(observation);
  return (
    <div className="border-line border-t pt-2">
      <h3 className="mb-1 font-medium text-ink-2 text-table">{formatQuantity(sources.length, 'source')}</h3>
      <ol className="flex flex-col text-table">
        {sources.map((source, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sources stand in the engine's order and an address may come twice
          <li key={index} className="flex gap-2 py-0.5">
            <span className="w-4 shrink-0 text-end text-ink-3 tabular">{source.position}</span>
            <span className="min-w-0 flex-1">
              <ExternalLink
                href={source.url}
                className="block truncate text-ink hover:text-accent hover:underline"
              >
                <span dir="auto">{source.label || source.url}</span>
              </ExternalLink>
              <span className="flex gap-2 text-ink-3">
                <span className="truncate" dir="ltr">
                  {source.domain}
                </span>
                {(cited[index] ?? 0) > 0 ? (
                  <span className="shrink-0 tabular" title="Links to it in the text">
                    cited {cited[index]}×
                  </span>
                ) : null}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
