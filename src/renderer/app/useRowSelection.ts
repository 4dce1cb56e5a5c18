import { useEffect } from 'react';

/** A press that moves less than this is a click, CSS pixels. */
const clickSlack = 4;

type Caret = { readonly node: Node; readonly offset: number };

/**
 * A drag over the rows of a table or list selects them, also where it begins on a link or a button: there browsers drag the link, or
 * do nothing. The click at its end is not one on what is under it.
 */
export function useRowSelection(): void {
  useEffect(() => {
    let pressed: { readonly x: number; readonly y: number; readonly from: Caret | null } | null = null;
    let selecting = false;
    const onDown = (event: PointerEvent): void => {
      selecting = false;
      pressed = null;
      const { target, clientX: x, clientY: y } = event;
      if (event.button !== 0 || event.pointerType === 'touch' || !(target instanceof Element)) return;
      const row = target.closest('main tbody tr, main [data-columns] [role=option]');
      if (row === null || target.closest('input, textarea, select, [role=slider]') !== null) return;
      const byHand = target.closest('a, button') !== null;
      pressed = { x, y, from: byHand ? caretAt(x, y) : null };
    };
    const onMove = (event: PointerEvent): void => {
      if (pressed === null) return;
      const { clientX: x, clientY: y } = event;
      if (!selecting && Math.hypot(x - pressed.x, y - pressed.y) < clickSlack) return;
      selecting = true;
      const to = pressed.from === null ? null : caretAt(x, y);
      if (pressed.from !== null && to !== null)
        document.getSelection()?.setBaseAndExtent(pressed.from.node, pressed.from.offset, to.node, to.offset);
    };
    const onUp = (): void => {
      pressed = null;
    };
    const onDrag = (event: DragEvent): void => {
      if (pressed !== null) event.preventDefault();
    };
    const onClick = (event: MouseEvent): void => {
      if (!selecting) return;
      selecting = false;
      if (document.getSelection()?.isCollapsed !== false) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const own = new AbortController();
    const options = { capture: true, signal: own.signal };
    document.addEventListener('pointerdown', onDown, options);
    document.addEventListener('pointermove', onMove, options);
    document.addEventListener('pointerup', onUp, options);
    document.addEventListener('pointercancel', onUp, options);
    document.addEventListener('dragstart', onDrag, options);
    document.addEventListener('click', onClick, options);
    return () => own.abort();
  }, []);
}

function caretAt(x: number, y: number): Caret | null {
  const range = document.caretRangeFromPoint(x, y);
  return range === null ? null : { node: range.startContainer, offset: range.startOffset };
}
