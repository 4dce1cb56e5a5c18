import { useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatQuantity } from '../../ui/format.ts';

type EmptyHistoryProps = {
  /** Whether runs of all projects are listed. */
  readonly everywhere: boolean;
  readonly onAsk: () => void;
  readonly onAskExample: () => void;
  readonly onEverywhere: () => void;
};

/** The next step without any runs: in this history, or in the current project. */
export function EmptyHistory({ everywhere, onAsk, onAskExample, onEverywhere }: EmptyHistoryProps) {
  const { data } = useRoute('projects.list', {});
  const project = data?.projects.find(({ id }) => id === data.currentId);
  const others = (data?.projects ?? []).filter(({ id }) => id !== data?.currentId);
  const elsewhere = others.reduce((sum, { runs }) => sum + runs, 0);
  if (project === undefined || everywhere || (elsewhere === 0 && project.runs === 0))
    return (
      <EmptyState
        title="No runs yet"
        action={
          <Button look="primary" onClick={onAskExample}>
            Ask where people buy folding bike locks
          </Button>
        }
      >
        Every question is stored here with its answers, on this computer, and can be read offline.
      </EmptyState>
    );
  return (
    <EmptyState
      title={`No runs in “${project.name}” yet`}
      action={
        <div className="flex flex-wrap justify-center gap-1.5">
          <Button look="primary" onClick={onAsk}>
            Ask a question
          </Button>
          <Button onClick={onEverywhere}>Show {formatQuantity(elsewhere, 'run')} of other projects</Button>
        </div>
      }
    >
      Ask a question, run a plan of the project, or import results. They go to the current project, shown in
      the title bar.
    </EmptyState>
  );
}
