import { useRoute } from './BridgeContext.tsx';

/**
 * Returns a link that opens the run from outside. In the desktop program, the window's own address cannot be used for
 * this.
 */
export function useRunLink(runId: string): () => string {
  const desktop = useRoute('app.info', {}).data?.host === 'desktop';
  return () => (desktop ? `parallax://run/${runId}` : window.location.href);
}
