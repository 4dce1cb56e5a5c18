/** The hatching that stands for "no data" in every picture; draw it inside the picture it is used in. */
export function NoDataPattern({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" fill="var(--sunken)" />
        <line x1="0" y1="0" x2="0" y2="6" stroke="var(--control)" strokeWidth="2" />
      </pattern>
    </defs>
  );
}
