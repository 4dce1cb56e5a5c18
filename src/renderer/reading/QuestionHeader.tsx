import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ObservationView } from '#shared/model/observation.ts';
import { IconButton } from '../ui/Button.tsx';
import { useEngineNames } from '../ui/engineNames.ts';
import { Flag } from '../ui/Flag.tsx';
import { locationLabel } from '../ui/locationLabels.ts';

type QuestionHeaderProps = {
  readonly question: string;
  readonly market: ObservationView['market'];
  readonly engine: ObservationView['engine'];
  /** Destination of the back link, as in “Back to the history”. */
  readonly backLabel: string;
  readonly onBack: () => void;
  /** Buttons beside the question. */
  readonly actions: ReactNode;
  /** Further text below, after market and engine. */
  readonly children: ReactNode;
};

/** The question of one market's answers as header. */
export function QuestionHeader(props: QuestionHeaderProps) {
  const { question, market, engine, backLabel, onBack, actions, children } = props;
  const nameOf = useEngineNames();
  const { code, name } = locationLabel(market);
  return (
    <header className="flex flex-col gap-1.5 px-4 pt-3 pb-2 short:gap-0.5 short:pt-1 short:pb-1">
      <div className="flex items-start gap-2">
        <IconButton Icon={ArrowLeft} px={14} label={backLabel} size="icon" onClick={onBack} />
        <h1
          dir="auto"
          title={question}
          className="line-clamp-2 min-w-0 flex-1 font-semibold text-title text-balance short:line-clamp-1 short:text-read short:leading-7"
        >
          {question}
        </h1>
        <div className="flex shrink-0 flex-wrap justify-end gap-1.5 print:hidden">{actions}</div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-table tabular">
        <span className="flex items-center gap-2 text-ink">
          <Flag country={market.country} />
          <span className="font-semibold">{code}</span> {name}
        </span>
        <span>{nameOf(engine)}</span>
        {children}
      </div>
    </header>
  );
}
