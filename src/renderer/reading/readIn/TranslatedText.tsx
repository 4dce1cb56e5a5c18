import { type ReactNode, useContext } from 'react';
import { translatedBlock } from '#shared/translation/readIn.ts';
import { BlockText } from '../aligned/BlockText.tsx';
import { blockRuns } from '../aligned/blockRuns.ts';
import { useAnswersComparison } from '../useAnswersComparison.ts';
import { ReadInContext } from './readInContext.ts';

const parts = ['answer'] as const;

/** A whole answer in the reader's language, section by section as in a comparison. */
export function TranslatedText({
  observationId,
  original,
}: {
  readonly observationId: string;
  /** Shown until the sections are loaded. */
  readonly original: ReactNode;
}) {
  const { mode, to, blocks } = useContext(ReadInContext);
  const { comparison } = useAnswersComparison({ ids: [observationId] }, parts, true);
  if (comparison === null) return original;
  const { answer } = comparison;
  return (
    <div className="flex flex-col gap-2" data-answer>
      {answer.rows.map((row) => {
        const cell = row.cells[0] ?? null;
        const block = cell === null ? undefined : answer.blocks[cell.block];
        if (cell === null || block === undefined || block.section !== 'answer') return null;
        const found = blocks.get(block.id);
        const translation = translatedBlock(block, found, to);
        const first = mode === 'translation' && translation !== null ? translation : block;
        return (
          <div key={row.id}>
            <BlockText block={first} runs={blockRuns(first, null, null)} listRank={cell.listRank} />
            {translation !== null && mode === 'both' ? (
              <TranslationBeneath>
                <BlockText
                  block={translation}
                  runs={blockRuns(translation, null, null)}
                  listRank={cell.listRank}
                />
              </TranslationBeneath>
            ) : null}
            <KeptOriginal problem={found?.problem ?? null} />
          </div>
        );
      })}
    </div>
  );
}

export function TranslationBeneath({ children }: { readonly children: ReactNode }) {
  return <div className="mt-1 border-line border-s-2 ps-2 text-ink-2">{children}</div>;
}

/** Why a section is shown in the original. */
export function KeptOriginal({ problem }: { readonly problem: string | null }) {
  return problem === null ? null : <p className="mt-1 text-mini text-warn">Original: {problem}</p>;
}
