import { useAction, useRoute } from '../bridge/BridgeContext.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';

/** After the data folder was moved: this start has no data any more, so nothing else can be used. */
export function MovedDialog() {
  const info = useRoute('app.info', {});
  const restart = useAction('app.restart');
  const { movedTo = null, host } = info.data ?? {};
  const desktop = host === 'desktop';
  return (
    <Dialog
      open={movedTo !== null}
      onClose={null}
      title="Data folder moved"
      footer={
        desktop ? (
          <Button look="primary" busy={restart.isPending} onClick={() => restart.mutate({})}>
            Restart Parallax
          </Button>
        ) : null
      }
    >
      <div className="flex flex-col gap-3 px-4 py-3">
        <p className="wrap-anywhere">All data is now in {movedTo}.</p>
        <p>
          {desktop
            ? 'Restart Parallax to use it.'
            : 'End Parallax where you started it, and start it again: it then uses the new folder.'}
        </p>
        {restart.error ? <ErrorNotice error={restart.error} /> : null}
      </div>
    </Dialog>
  );
}
