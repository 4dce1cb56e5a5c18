import { useRoute } from './BridgeContext.tsx';

/** What opens a run again from outside, when it is called. The desktop window's own address leads nowhere there. */
export function useRunLink(runId: string): () => string {
  const desktop = useRoute('app.info', {}).data?.host === 'desktop';
  return () => (desktop ? `parallax://run/${runId}` : window.location.href);
}
