/** A change that was made, as what takes it back and what makes it again. Both may be called long after their screen closed. */
export type Change = { readonly undo: () => void; readonly redo: () => void };

/** Says what was done, and offers to undo it. */
export type OfferUndo = (message: string, change: Change) => void;
