import type { Plans } from '../../plans/plans.ts';
import type { Handlers } from '../router.ts';

export function planHandlers(plans: Plans) {
  return {
    'plans.save': (input) => plans.save(input),
    'plans.list': async () => ({ plans: [...(await plans.list())] }),
    'plans.get': (input) => plans.get(input),
    'plans.price': (input) => plans.price(input),
    'plans.remove': (input) => plans.remove(input),
    'plans.run': (input) => plans.run(input),
    'plans.ceilings': ({ connectionId }) => plans.ceilings(connectionId),
    'plans.setCeilings': ({ connectionId, ...ceilings }) =>
      plans.setCeilings({ connectionUid: connectionId, ...ceilings }),
  } satisfies Partial<Handlers>;
}
