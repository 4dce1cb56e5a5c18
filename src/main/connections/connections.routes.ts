import type { Handlers } from '../bridge/router.ts';
import type { Connections } from './connections.ts';

export function connectionHandlers(connections: Connections) {
  return {
    'connections.list': () => connections.list(),
    'connections.add': (input) => connections.add(input),
    'connections.update': ({ id, ...input }) => connections.update(id, input),
    'connections.remove': ({ id }) => connections.remove(id),
    'connections.select': ({ id }) => connections.select(id),
    'connections.setKey': ({ id, key }) => connections.setKey(id, key),
    'connections.removeKey': ({ id }) => connections.removeKey(id),
    'connections.test': ({ id }, { signal }) => connections.test(id, signal),
    'connections.refresh': ({ id }, { signal }) => connections.refresh(id, signal),
  } satisfies Partial<Handlers>;
}
