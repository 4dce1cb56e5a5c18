import type { ReactNode } from 'react';
import { textDirection } from '#shared/geo/languages.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { classNames } from '../../ui/classNames.ts';
import { ReadInControl } from './ReadInControl.tsx';
import { type ReadLanguage, type ReadMode, useReadLanguage } from './readInStore.ts';

export type Passage = {
  readonly observationId: string;
  readonly text: string;
  /** ISO 639-1; null if it is not known. */
  readonly language: string | null;
};

export type ReadPassages = {
  readonly language: ReadLanguage;
  /** Whether one of them is in another language than the reader's. */
  readonly foreign: boolean;
  readonly translationOf: (passage: Pick<Passage, 'observationId' | 'text'>) => string | null;
};

/** Passages sent in one request. */
const maxPassages = 500;

const keyOf = ({ observationId, text }: Pick<Passage, 'observationId' | 'text'>): string =>
  `${observationId} ${text}`;

/** Quotes of answers in the reader's language, where a translation of their answer is stored. */
export function usePassages(passages: readonly Passage[]): ReadPassages {
  const language = useReadLanguage();
  const foreign = passages.filter((passage) => passage.language !== language.to).slice(0, maxPassages);
  const asked = foreign.map(({ observationId, text }) => ({ observationId, text }));
  const found = useRoute(
    'translations.passages',
    { passages: asked, to: language.to },
    { enabled: language.mode !== 'original' && asked.length > 0 },
  ).data?.texts;
  const texts = new Map(asked.map((passage, at) => [keyOf(passage), found?.[at] ?? null]));
  return {
    language,
    foreign: foreign.length > 0,
    translationOf: (passage) => (language.mode === 'original' ? null : (texts.get(keyOf(passage)) ?? null)),
  };
}

type PassageInProps = {
  readonly mode: ReadMode;
  readonly to: string;
  /** Null if there is none, or none is wanted. */
  readonly translation: string | null;
  readonly className?: string;
  /** The original. */
  readonly children: ReactNode;
};

/** A quote in the reader's language: in place of the original, or below it. */
export function PassageIn({ mode, to, translation, className, children }: PassageInProps) {
  if (translation === null) return children;
  const shown = (
    <span
      lang={to}
      dir={textDirection(to)}
      className={classNames('block text-ink-2 [overflow-wrap:anywhere]', className)}
    >
      {translation}
    </span>
  );
  return mode === 'translation' ? (
    shown
  ) : (
    <>
      {children}
      {shown}
    </>
  );
}

/** The choice of the language above quotes; nothing if all are in the reader's language. */
export function ReadPassagesBar({
  passages,
  children,
}: {
  readonly passages: Pick<ReadPassages, 'foreign' | 'language'>;
  readonly children?: ReactNode;
}) {
  return passages.foreign ? (
    <section
      aria-label="Language of the answers"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 text-table print:hidden"
    >
      <ReadInControl language={passages.language} />
      {children}
    </section>
  ) : null;
}
