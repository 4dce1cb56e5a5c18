import type { AnalysisEstimate } from '../model/analysisModel.ts';

const leastShown = 0.0001;

/** `0.0123 USD`, `free`, or that it is not known. */
export function dollarsLabel(amount: number | null): string {
  if (amount === null) return 'price known with the answers';
  if (amount === 0) return 'free';
  // Not as nothing: it is counted towards the limits.
  if (amount < leastShown) return `less than ${leastShown} USD`;
  return `${amount.toFixed(amount >= 100 ? 2 : 4)} USD`;
}

/** `OpenAI, gpt-6-luna · 40 requests · about 0.1200 USD`. */
export function estimateLabel({ displayName, model, requests, amount }: AnalysisEstimate): string {
  const price =
    amount === null || amount === 0
      ? dollarsLabel(amount)
      : `about ${dollarsLabel(Math.max(amount, leastShown))}`;
  const count = `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}`;
  return `${displayName}, ${model} · ${requests === 0 ? 'nothing to send' : `${count} · ${price}`}`;
}
