import { Ellipsis, X } from 'lucide-react';
import { useState } from 'react';
import { textDirection } from '#shared/geo/languages.ts';
import {
  type ClaimAspect,
  type ClaimTone,
  claimTones,
  type Rating,
} from '#shared/model/comparison/claimLists.ts';
import type { Claim, ClaimSpot } from '#shared/model/comparison/comparison.ts';
import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import { aspectLabel, toneLabel, toneSign } from '#shared/tables/claimLabels.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import {
  type Passage,
  PassageIn,
  type ReadPassages,
  ReadPassagesBar,
  usePassages,
} from '../../reading/readIn/passages.tsx';
import { tableMarkets } from '../../reading/tableMarkets.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { Menu, MenuChoices, MenuHeading, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { formatAddress } from '../../window/address.ts';
import { useAddress } from '../../window/navigation.tsx';

/** The quoted claims: of a brand, of one of its aspects, or of one column. */
export type ChosenClaims = {
  readonly brand: string;
  readonly aspect: ClaimAspect | null;
  readonly column: number | null;
};

type ClaimQuotesProps = {
  readonly comparison: ComparisonWith<'claims'>;
  readonly chosen: ChosenClaims | null;
  readonly onChoose: (chosen: ChosenClaims | null) => void;
  readonly project: string | undefined;
};

/** Number of quotes shown at first, and of linked answers per quote. */
const shownQuotes = 50;
const shownSpots = 6;

/** The sentences behind a figure. Each opens its answer and can be corrected. */
export function ClaimQuotes({ comparison, chosen, onChoose, project }: ClaimQuotesProps) {
  const { claims } = comparison;
  const correcting = useCorrecting(project);
  const [all, setAll] = useState(false);
  const row = claims.rows.find(({ id }) => id === chosen?.brand) ?? null;
  const quoted = (row?.claims ?? []).filter(
    (claim) =>
      (chosen?.aspect == null || claim.aspect === chosen.aspect) &&
      (chosen?.column == null || claim.spots.some((spot) => spot.column === chosen.column)),
  );
  const shown = all ? quoted : quoted.slice(0, shownQuotes);
  const passages = usePassages(shown.flatMap((claim) => passageOf(comparison, claim) ?? []));
  if (chosen === null || row === null)
    return (
      <ScrollRegion label="Quotes" className={quotesLook}>
        <p className="p-4 text-ink-3">Select a figure to see the sentences behind it.</p>
      </ScrollRegion>
    );
  const { aspect, column } = chosen;
  const market = column === null ? null : (tableMarkets(comparison)[column]?.name ?? null);
  return (
    <ScrollRegion label="Quotes" className={quotesLook}>
      <div className="flex items-start gap-2 border-line border-b px-3 py-2">
        <h2 dir="auto" className="min-w-0 flex-1 font-semibold">
          {[row.name, aspect === null ? null : aspectLabel(aspect), market]
            .filter((part) => part !== null)
            .join(' · ')}
        </h2>
        <IconButton Icon={X} px={14} label="Close quotes" onClick={() => onChoose(null)} />
      </div>
      {passages.foreign ? (
        <div className="border-line border-b px-3 py-1">
          <ReadPassagesBar passages={passages} />
        </div>
      ) : null}
      {correcting.failure ? <ErrorNotice error={correcting.failure} className="m-3" /> : null}
      {correcting.removed === null ? null : (
        <p role="status" className="flex items-center gap-2 px-3 py-2 text-ink-2 text-table">
          Removed: it says nothing about the brand.
          <Button look="quiet" size="small" onClick={correcting.takeBack}>
            Undo
          </Button>
        </p>
      )}
      <ul className="divide-y divide-line">
        {shown.map((claim) => (
          <Quote
            key={claim.id}
            passages={passages}
            comparison={comparison}
            claim={claim}
            column={column}
            onCorrect={(as) => correcting.correct(claim, claims.quotes[claim.quote]?.text ?? '', as)}
            onRestore={() => correcting.restore(claim.id)}
          />
        ))}
      </ul>
      {all || quoted.length <= shownQuotes ? null : (
        <Button look="quiet" size="small" className="m-2" onClick={() => setAll(true)}>
          Show all {formatQuantity(quoted.length, 'quote')}
        </Button>
      )}
    </ScrollRegion>
  );
}

const quotesLook =
  'min-h-0 shrink-0 overflow-auto border-line bg-bg lg:w-[24rem] lg:border-s max-lg:max-h-[50%] max-lg:border-t';

/** Corrections of claims. The last one that removed a claim can be undone. */
function useCorrecting(project: string | undefined) {
  const correct = useAction('claims.correct', ['comparisons.']);
  const restore = useAction('claims.restore', ['comparisons.']);
  const [removed, setRemoved] = useState<string | null>(null);
  const inProject = project === undefined ? {} : { project };
  const back = (claim: string): void => {
    setRemoved(null);
    restore.mutate({ claim, ...inProject });
  };
  return {
    failure: correct.error ?? restore.error,
    removed,
    takeBack: (): void => (removed === null ? undefined : back(removed)),
    restore: back,
    correct: (claim: Claim, sentence: string, as: Rating | null): void => {
      setRemoved(as === null ? claim.id : null);
      correct.mutate({ claim: claim.id, sentence, as, ...inProject });
    },
  };
}

const toneBadge = { positive: 'good', negative: 'bad', mixed: 'warn', neutral: 'neutral' } as const;

/** A quoted sentence in the first answer that has it. */
function passageOf({ claims }: ComparisonWith<'claims'>, claim: Claim): Passage | null {
  const quote = claims.quotes[claim.quote];
  const observationId = claim.spots[0]?.observationId;
  return quote === undefined || observationId === undefined
    ? null
    : { observationId, text: quote.text, language: quote.language };
}

type QuoteProps = {
  readonly comparison: ComparisonWith<'claims'>;
  readonly claim: Claim;
  readonly column: number | null;
  readonly passages: ReadPassages;
  readonly onCorrect: (as: Rating | null) => void;
  readonly onRestore: () => void;
};

function Quote({ comparison, claim, column, passages, onCorrect, onRestore }: QuoteProps) {
  const quote = comparison.claims.quotes[claim.quote];
  const passage = passageOf(comparison, claim);
  if (quote === undefined) return null;
  const spots = claim.spots.filter((spot) => column === null || spot.column === column);
  return (
    <li className="px-3 py-2">
      <div className="flex items-center gap-1.5 text-table">
        <Badge tone={toneBadge[claim.tone]}>
          {toneSign[claim.tone]} {toneLabel[claim.tone]}
        </Badge>
        <span className="text-ink-2">{aspectLabel(claim.aspect)}</span>
        {claim.confidence === 'high' ? null : (
          <span className="text-ink-3">{claim.confidence} confidence</span>
        )}
        {claim.rated === null ? null : (
          <span
            className="text-ink-3"
            title={`By the model: ${aspectLabel(claim.rated.aspect)}, ${toneLabel[claim.rated.tone]}`}
          >
            corrected
          </span>
        )}
        <span className="ms-auto">
          <CorrectMenu
            claim={claim}
            aspects={comparison.claims.aspects}
            onCorrect={onCorrect}
            onRestore={onRestore}
          />
        </span>
      </div>
      <blockquote
        dir={textDirection(quote.language)}
        lang={quote.language}
        className="my-1 text-read text-pretty"
      >
        {quote.text}
      </blockquote>
      {passage === null ? null : (
        <PassageIn
          {...passages.language}
          translation={passages.translationOf(passage)}
          className="my-1 border-line border-s-2 ps-2 text-read"
        >
          {null}
        </PassageIn>
      )}
      <Spots comparison={comparison} spots={spots} text={quote.text} />
    </li>
  );
}

function CorrectMenu({
  claim,
  aspects,
  onCorrect,
  onRestore,
}: Pick<QuoteProps, 'claim' | 'onCorrect' | 'onRestore'> & { readonly aspects: readonly string[] }) {
  const { aspect, tone } = claim;
  return (
    <Menu
      align="end"
      label="Correct this claim"
      trigger={<IconButton Icon={Ellipsis} px={14} label="Correct this claim" />}
    >
      <MenuHeading>Tone</MenuHeading>
      <MenuChoices
        value={tone}
        onChange={(value) => onCorrect({ aspect, tone: value as ClaimTone })}
        choices={claimTones.map((each) => ({ value: each, label: toneLabel[each] }))}
      />
      <MenuSeparator />
      <MenuHeading>Aspect</MenuHeading>
      <MenuChoices
        value={aspect}
        onChange={(value) => onCorrect({ aspect: value as ClaimAspect, tone })}
        choices={aspects.map((each) => ({ value: each, label: aspectLabel(each) }))}
      />
      <MenuSeparator />
      <MenuItem onSelect={onRestore} disabled={claim.rated === null}>
        Use the model’s again
      </MenuItem>
      <MenuItem danger onSelect={() => onCorrect(null)}>
        Not about this brand
      </MenuItem>
    </Menu>
  );
}

/** The answers that contain the sentence. */
function Spots({
  comparison,
  spots,
  text,
}: {
  readonly comparison: ComparisonWith<'claims'>;
  readonly spots: readonly ClaimSpot[];
  readonly text: string;
}) {
  const { screen, params } = useAddress();
  const markets = tableMarkets(comparison);
  const left = spots.length - shownSpots;
  return (
    <p className="flex flex-wrap gap-x-2 text-table">
      {spots.slice(0, shownSpots).map((spot) => (
        <a
          key={spot.observationId}
          href={formatAddress(screen, {
            ...params,
            tab: 'answer',
            at: comparison.columns[spot.column]?.id ?? '',
            sample: spot.observationId,
            find: text.slice(0, 300),
          })}
          title="Open the answer at this sentence"
          className="text-accent hover:underline"
        >
          {markets[spot.column]?.code ?? ''}
        </a>
      ))}
      {left > 0 ? <span className="text-ink-3">and {left} more</span> : null}
    </p>
  );
}
