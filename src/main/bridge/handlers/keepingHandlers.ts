import type { DataKeeping } from '../../keeping/dataKeeping.ts';
import type { RetentionBook } from '../../keeping/retention.ts';
import type { Handlers } from '../router.ts';

export function keepingHandlers(retention: RetentionBook, data: DataKeeping) {
  return {
    'retention.get': (input) => retention.get(input),
    'retention.set': (input) => retention.set(input),
    'retention.preview': (input) => retention.preview(input),
    'retention.apply': (input) => retention.apply(input),
    'retention.stop': (input) => retention.stop(input),
    'data.size': () => data.size(),
    'data.check': ({ full }) => data.check(full),
    'data.compact': () => data.compact(),
    'data.repair': () => data.repair(),
    'data.backup': ({ file }) => data.backup(file),
    'data.restore': ({ file }) => data.restore(file),
    'data.move': ({ folder, keepOld }) => data.move(folder, keepOld),
  } satisfies Partial<Handlers>;
}
