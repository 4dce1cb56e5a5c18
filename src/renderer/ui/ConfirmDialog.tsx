import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

type ConfirmDialogProps = {
  readonly open: boolean;
  readonly title: string;
  /** Label of the button, such as "Delete 4 answers". */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What will be deleted, and what is kept. */
  readonly children: ReactNode;
};

/** Confirmation before a deletion. The safe button comes first. */
export function ConfirmDialog({ open, title, action, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="danger"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      <p className="px-4 py-3">{children}</p>
    </Dialog>
  );
}
