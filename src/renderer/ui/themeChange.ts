/** Calls `told` when the colours change by the setting or the system; for content that is not styled by CSS. */
export function onThemeChange(told: () => void): () => void {
  const chosen = new MutationObserver(told);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', told);
  return () => {
    chosen.disconnect();
    system.removeEventListener('change', told);
  };
}
