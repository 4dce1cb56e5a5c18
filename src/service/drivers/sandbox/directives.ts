/** Orders a prompt or query may carry for the sandbox, as in `[[sandbox latency=200 errors=2 outcome=fatal]]`. */
export type Directives = {
  /** Milliseconds before the answer; absent means the deterministic default. */
  readonly latencyMs?: number;
  /** How many first attempts fail in a way worth retrying. */
  readonly errors: number;
  readonly outcome: Outcome;
  /** Words the answer should have. */
  readonly words?: number;
};

export type Outcome = 'answer' | 'fatal' | 'hang' | 'empty' | 'refusal';

const outcomes: ReadonlySet<string> = new Set(['answer', 'fatal', 'hang', 'empty', 'refusal']);
const atTheEnd = /\s*\[\[\s*sandbox\b([^\]]*)\]\]\s*$/i;
const none: Directives = { errors: 0, outcome: 'answer' };
const maxLatencyMs = 3_600_000;
const maxWords = 3_000;

/** The question without the directives at its end, and what they say. Orders it does not know have no effect. */
export function readDirectives(question: string): {
  readonly question: string;
  readonly directives: Directives;
} {
  if (!question.includes('[[')) return { question, directives: none };
  let rest = question;
  const directives = new Map<string, string>();
  for (let match = atTheEnd.exec(rest); match !== null; match = atTheEnd.exec(rest)) {
    rest = rest.slice(0, match.index);
    for (const order of (match[1] ?? '').trim().split(/[\s,]+/)) {
      const [name = '', value = ''] = order.split('=', 2);
      if (!directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), value.toLowerCase());
    }
  }
  const latencyMs = wholeNumber(directives.get('latency'), maxLatencyMs);
  const words = wholeNumber(directives.get('words'), maxWords);
  const outcome = directives.get('outcome') ?? 'answer';
  return {
    question: rest.trim(),
    directives: {
      latencyMs,
      words,
      errors: wholeNumber(directives.get('errors'), 1_000) ?? 0,
      outcome: outcomes.has(outcome) ? (outcome as Outcome) : 'answer',
    },
  };
}

function wholeNumber(text: string | undefined, largest: number): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Math.min(Number(text), largest) : undefined;
}
