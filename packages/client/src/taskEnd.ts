import type { Engine, MonitorResults, Task, TaskError, TaskFailure, TaskStatuses } from './interface.ts';

/** The result of a task that has ended. */
export type TaskEnd<E extends Engine = Engine> =
  | { readonly kind: 'completed'; readonly task: Task; readonly result: MonitorResults[E] }
  | { readonly kind: 'failed'; readonly task: Task; readonly error: TaskError };

/** The result of a task, from its status or from a webhook; null if it has not ended. */
export function endOf<E extends Engine = Engine>({
  task,
  response,
}: TaskStatuses[Engine]): TaskEnd<E> | null {
  if (response === undefined) return null;
  switch (task.status) {
    case 'COMPLETED':
      return { kind: 'completed', task, result: response as MonitorResults[E] };
    case 'FAILED':
      return { kind: 'failed', task, error: (response as TaskFailure).error };
    default:
      return null;
  }
}
