import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { RunSummary } from '#shared/model/run.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { inputLook } from '../../ui/Field.tsx';
import { formatAddress } from '../../window/address.ts';

/** Selects the question and engine of a plan's run; nothing for a run of one question. */
export function SectionPicker({
  run,
  setParams,
}: {
  readonly run: RunSummary;
  readonly setParams: (changes: Readonly<Record<string, string>>) => void;
}) {
  return run.plan ? <Chooser run={run} plan={run.plan} setParams={setParams} /> : null;
}

function Chooser({
  run,
  plan,
  setParams,
}: {
  readonly run: RunSummary;
  readonly plan: NonNullable<RunSummary['plan']>;
  readonly setParams: (changes: Readonly<Record<string, string>>) => void;
}) {
  const nameOf = useEngineNames();
  const { data } = useRoute('runs.grid', { runId: run.id }, { once: true });
  const questions = data?.questions ?? [run.question];
  const current = Math.max(0, questions.indexOf(run.question));
  const go = (question: number): void => setParams({ question: String(question) });
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-1.5 text-table print:hidden">
      <a
        href={formatAddress({ name: 'run', runId: run.id })}
        className="min-w-0 truncate text-accent hover:underline"
      >
        All questions of {plan.name}
      </a>
      <div className="flex min-w-64 flex-1 items-center gap-1">
        <IconButton
          Icon={ChevronLeft}
          px={14}
          label="Previous question"
          disabled={current === 0}
          onClick={() => go(current - 1)}
        />
        <select
          aria-label="Question of this run"
          className={inputLook}
          value={current}
          onChange={(event) => go(Number(event.target.value))}
        >
          {questions.map((text, index) => (
            <option key={text} value={index}>
              {index + 1}. {text}
            </option>
          ))}
        </select>
        <IconButton
          Icon={ChevronRight}
          px={14}
          label="Next question"
          disabled={current >= questions.length - 1}
          onClick={() => go(current + 1)}
        />
      </div>
      <select
        aria-label="Engine of this run"
        className={`${inputLook} w-44!`}
        value={run.engine}
        onChange={(event) => setParams({ engine: event.target.value })}
      >
        {plan.engines.map((engine) => (
          <option key={engine} value={engine}>
            {nameOf(engine, run.connectionId)}
          </option>
        ))}
      </select>
    </div>
  );
}
