import { useState } from 'react';
import type { RetentionPreview, RetentionRule } from '#shared/model/maintenance.ts';
import { retentionDefaults } from '#shared/model/retentionDefaults.ts';
import { retentionSheet } from '#shared/tables/projectTables.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { formatBytes, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { SheetMenu } from '../../ui/SheetMenu.tsx';

type Draft = {
  readonly pagesDays: string;
  readonly runsMonths: string;
  readonly keepMarked: boolean;
  readonly keepMonitors: boolean;
  readonly automatic: boolean;
};

const empty: Draft = { pagesDays: '', runsMonths: '', ...retentionDefaults };

/** Retention rule of the project. What a rule deletes is shown before anything is deleted. */
export function RetentionPart({ onSaid }: { readonly onSaid: (message: string) => void }) {
  const retention = useRoute('retention.get', {});
  const set = useAction('retention.set', ['retention.']);
  const apply = useAction('retention.apply', ['retention.']);
  const stop = useAction('retention.stop', ['retention.', 'data.']);
  const [edited, setEdited] = useState<Draft | null>(null);
  const [asking, setAsking] = useState(false);

  const stored = retention.data;
  const draft = edited ?? draftOf(stored?.rule ?? null);
  const rule = ruleOf(draft);
  const preview = useRoute('retention.preview', rule === null ? {} : { rule }, { enabled: rule !== null });
  const change = (part: Partial<Draft>): void => setEdited({ ...draft, ...part });
  const failure = set.error ?? apply.error ?? stop.error ?? retention.error ?? preview.error;
  const says = rule === null || preview.data === undefined ? null : previewText(preview.data);
  const nothing = preview.data?.runs.count === 0 && preview.data.pages.count === 0;

  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold text-read">Retention</h3>
      <p className="max-w-prose text-ink-2">
        Without a rule, everything is kept.{stored ? ` The rule applies to ${stored.projectName} only.` : ''}{' '}
        Charges stay in the totals after deletion.
      </p>
      <div className="flex flex-wrap gap-3">
        <TextField
          label="Delete runs after (months)"
          hint="Including their answers; empty: keep all"
          inputMode="numeric"
          value={draft.runsMonths}
          onChange={(value) => change({ runsMonths: value })}
        />
        <TextField
          label="Delete stored pages after (days)"
          hint="The answers are kept; empty: keep all"
          inputMode="numeric"
          value={draft.pagesDays}
          onChange={(value) => change({ pagesDays: value })}
        />
      </div>
      <Choice
        label="Keep answers with notes or labels, and their runs"
        checked={draft.keepMarked}
        onChange={(keepMarked) => change({ keepMarked })}
      />
      <Choice
        label="Keep runs of monitors"
        checked={draft.keepMonitors}
        onChange={(keepMonitors) => change({ keepMonitors })}
      />
      <Choice
        label="Apply daily while Parallax is open"
        checked={draft.automatic}
        onChange={(automatic) => change({ automatic })}
      />
      {rule === null && (draft.pagesDays !== '' || draft.runsMonths !== '') ? (
        <p role="status" className="text-bad text-table">
          Enter whole numbers: months from 1 to 1200, days from 1 to 36500.
        </p>
      ) : null}
      {says === null || preview.data === undefined ? null : (
        <Notice
          tone={nothing ? 'info' : 'warn'}
          actions={<SheetMenu label="What would be deleted" sheet={() => retentionSheet(preview.data)} />}
        >
          {says}
        </Notice>
      )}
      {stored?.running ? (
        <Notice
          tone="info"
          actions={
            <Button size="small" onClick={() => stop.mutate({})}>
              Stop
            </Button>
          }
        >
          Deleting: {formatQuantity(stored.lastRound?.runs ?? 0, 'run')} with{' '}
          {formatQuantity(stored.lastRound?.answers ?? 0, 'answer')} and{' '}
          {formatQuantity(stored.lastRound?.pages ?? 0, 'page')} so far.
        </Notice>
      ) : null}
      {failure ? <ErrorNotice error={failure} /> : null}
      <div className="flex flex-wrap gap-1.5">
        <Button
          disabled={edited === null || (rule === null && (draft.pagesDays !== '' || draft.runsMonths !== ''))}
          onClick={() => {
            if (rule?.automatic && !nothing) setAsking(true);
            else save();
          }}
        >
          Save rule
        </Button>
        <Button
          look="danger"
          disabled={stored?.running === true || edited !== null || (stored?.rule ?? null) === null || nothing}
          onClick={() => setAsking(true)}
        >
          Delete now…
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={edited === null ? 'Delete by this rule now?' : 'Delete by this rule, now and every day?'}
        action={edited === null ? 'Delete' : 'Save and delete'}
        onConfirm={() => (edited === null ? apply.mutate({}) : save(true))}
        onClose={() => setAsking(false)}
      >
        {says} Deleted data can be restored only from a backup.
      </ConfirmDialog>
    </div>
  );

  function save(thenApply = false): void {
    set.mutate(
      { rule },
      {
        onSuccess: () => {
          setEdited(null);
          onSaid(rule === null ? 'Retention rule deleted' : 'Retention rule saved');
          if (thenApply) apply.mutate({});
        },
      },
    );
  }
}

type ChoiceProps = {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
};

function Choice({ label, checked, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-6 items-center gap-2">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}

function draftOf(rule: RetentionRule | null): Draft {
  if (rule === null) return empty;
  const { pagesDays, runsMonths, ...rest } = rule;
  return { ...rest, pagesDays: String(pagesDays ?? ''), runsMonths: String(runsMonths ?? '') };
}

/** Null if the draft is empty or invalid. */
function ruleOf(draft: Draft): RetentionRule | null {
  const number = (text: string, most: number): number | null | undefined => {
    if (text.trim() === '') return null;
    const value = Number(text);
    return Number.isInteger(value) && value >= 1 && value <= most ? value : undefined;
  };
  const pagesDays = number(draft.pagesDays, 36_500);
  const runsMonths = number(draft.runsMonths, 1200);
  if (pagesDays === undefined || runsMonths === undefined) return null;
  if (pagesDays === null && runsMonths === null) return null;
  const { keepMarked, keepMonitors, automatic } = draft;
  return { pagesDays, runsMonths, keepMarked, keepMonitors, automatic };
}

function previewText({ runs, pages, keptRuns }: RetentionPreview): string {
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const between = (oldest: number | null, newest: number | null): string =>
    oldest === null || newest === null ? '' : `, ${day(oldest)} to ${day(newest)}`;
  const kept = keptRuns === 0 ? '' : ` ${formatQuantity(keptRuns, 'old run')} would be kept.`;
  if (runs.count === 0 && pages.count === 0) return `Nothing to delete now.${kept}`;
  const parts = [
    ...(runs.count === 0
      ? []
      : [
          `${formatQuantity(runs.count, 'run')} with ${formatQuantity(runs.answers, 'answer')} (${formatBytes(runs.bytes)}${between(runs.oldestAtMs, runs.newestAtMs)})`,
        ]),
    ...(pages.count === 0
      ? []
      : [
          `${formatQuantity(pages.count, 'stored page')} (${formatBytes(pages.bytes)}${between(pages.oldestAtMs, pages.newestAtMs)})`,
        ]),
  ];
  return `To delete now: ${parts.join(' and ')}.${kept}`;
}
