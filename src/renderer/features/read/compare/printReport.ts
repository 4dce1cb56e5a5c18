/**
 * Opens the print dialog of the browser for a report, from a frame nobody sees. The frame runs no scripts of its own;
 * it is taken away once the dialog is closed.
 */
export function printReport(html: string): void {
  const frame = document.createElement('iframe');
  frame.title = 'Report to print';
  // The report brings no scripts; to open the dialog from here, the frame has to be of this origin.
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  Object.assign(frame.style, { position: 'fixed', width: '1px', height: '1px', insetInlineEnd: '100%' });
  frame.addEventListener('load', () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow?.print();
  });
  frame.srcdoc = html;
  document.body.append(frame);
}

/** A file that came over the bridge as base64. */
export function blobOfBase64(base64: string, type: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type });
}
