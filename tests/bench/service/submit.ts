export type Submission = {
  readonly port: number;
  readonly apiKey: string;
  readonly tasks: number;
  readonly prompt: string;
  readonly priority: (index: number) => number;
};

const batchSize = 500;

/** Puts tasks into the queue in batches of 500, one after the other. Returns the seconds it took. */
export async function submit({ port, apiKey, tasks, prompt, priority }: Submission): Promise<number> {
  const startedAt = performance.now();
  for (let sent = 0; sent < tasks; sent += batchSize) {
    const body = Array.from({ length: Math.min(batchSize, tasks - sent) }, (_, index) => ({
      taskType: 'ASSISTANT_A',
      priority: priority(sent + index),
      idempotencyKey: `task-${sent + index}`,
      payload: { prompt, country: 'US' },
    }));
    const response = await fetch(`http://127.0.0.1:${port}/v1/async/task/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { summary } = (await response.json()) as { summary?: { succeeded: number } };
    if (summary?.succeeded !== body.length) throw new Error(`a batch was refused: ${response.status}`);
  }
  return (performance.now() - startedAt) / 1_000;
}
