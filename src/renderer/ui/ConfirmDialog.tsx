import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

type ConfirmDialogProps = {
  readonly open: boolean;
  readonly title: string;
  /** Label of the button, such as "Delete 4 answers". */
  readonly action: string;
  /** Of the button; `danger` for what deletes. */
  readonly look?: 'danger' | 'primary';
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What will be done, and what is kept. */
  readonly children: ReactNode;
};

/** Confirmation before a deletion, or another act that cannot be taken back. The safe button comes first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, action, look = 'danger', onConfirm, onClose, children } = props;
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
            look={look}
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
