/** Told when the colours of the window change, by its own choice or by the system's. For what is drawn without CSS. */
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
