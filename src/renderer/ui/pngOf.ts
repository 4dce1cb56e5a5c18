/** Twice the size of the drawing, so that it stays sharp in a slide. */
const scale = 2;

/**
 * A drawing as a PNG picture on white, in the drawing's own size twice over.
 * @throws Error when the browser cannot draw it
 */
export async function pngOf(svg: string): Promise<Blob> {
  const [width, height] = sizeOf(svg);
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml;charset=utf-8' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * scale;
    canvas.height = height * scale;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This window cannot export images.');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob === null) throw new Error('This window cannot export PNG images.');
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Width and height of a drawing in CSS pixels, by its view box. */
function sizeOf(svg: string): readonly [number, number] {
  const [, , width, height] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '0 0 960 480')
    .split(/[\s,]+/)
    .map(Number);
  return [width ?? 960, height ?? 480];
}
