/** Twice the size of the SVG, so that it is sharp in slides. */
const scale = 2;

/**
 * Converts an SVG to a PNG with white background and twice its size.
 * @throws Error if the browser cannot render it
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

/** Width and height of an SVG in CSS pixels, from its view box. */
function sizeOf(svg: string): readonly [number, number] {
  const [, , width, height] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '0 0 960 480')
    .split(/[\s,]+/)
    .map(Number);
  return [width ?? 960, height ?? 480];
}
