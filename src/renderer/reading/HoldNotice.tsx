import { useState } from 'react';
import type { RunSummary } from '#shared/model/run.ts';
import { Button } from '../ui/Button.tsx';
import { inputLook } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';

const holdLabel = {
  'ceiling-run': 'Paused at the credit limit of this run. Enter a higher limit to continue.',
  'ceiling-day': 'Paused at the daily credit limit.',
  'ceiling-month': 'Paused at the monthly credit limit.',
  person: 'Paused. Resume to continue.',
} as const;

type Props = {
  readonly run: RunSummary;
  readonly busy: boolean;
  readonly onResume: (ceiling: number) => void;
};

/** Why a run is paused, and the way on from its own limit. */
export function HoldNotice({ run, busy, onResume }: Props) {
  const limits = run.plan ?? run.limits;
  if (run.state !== 'paused' || !limits?.holdReason) return null;
  const raises = limits.holdReason === 'ceiling-run';
  return (
    <Notice
      tone="warn"
      actions={raises ? <HigherLimit run={run} busy={busy} onResume={onResume} /> : undefined}
    >
      {holdLabel[limits.holdReason]}
    </Notice>
  );
}

function HigherLimit({ run, busy, onResume }: Props) {
  const { maximumCredits = 0, ceiling: reached } = run.plan ?? run.limits ?? {};
  // Where the service charges more than its list, the estimate can be below the limit that was reached.
  const [text, setText] = useState(String(Math.max(maximumCredits, 2 * (reached ?? 0))));
  const ceiling = /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
  const enough = ceiling !== null && ceiling > run.creditsCharged;
  return (
    <form
      className="flex items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (enough) onResume(ceiling);
      }}
    >
      <input
        aria-label="New credit limit of this run"
        inputMode="numeric"
        className={`${inputLook} w-24`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button size="small" type="submit" busy={busy} disabled={!enough}>
        Raise limit and resume
      </Button>
    </form>
  );
}
