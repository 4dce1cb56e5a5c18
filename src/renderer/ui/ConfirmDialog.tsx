import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

type ConfirmDialogProps = {
  readonly open: boolean;
  readonly title: string;
  /** What the button does, such as "Delete 4 answers". */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What will be gone, and what stays. */
  readonly children: ReactNode;
};

/** Asks once more before something is removed; what is safe comes first. */
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
