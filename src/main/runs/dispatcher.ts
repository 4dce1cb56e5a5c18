import type { Clock, Random } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import { createAdaptiveConcurrency } from './adaptiveConcurrency.ts';

/** How a call ended, as far as the lane's slots are concerned. */
export type Verdict =
  | { readonly kind: 'ran'; readonly slotLimit: number | null }
  /** Refused before anything ran, and the cell is planned again; or, by the network, broken off half-way. */
  | {
      readonly kind: 'refused';
      readonly by: 'slots' | 'rate' | 'network';
      readonly slotLimit: number | null;
    };

/** A run as the lane sees it: something to take work from. */
export type DispatcherRun<Cell> = {
  readonly id: string;
  /** Takes up to `limit` cells; fewer when there are no more for now. */
  readonly claim: (limit: number) => Promise<readonly Cell[]>;
  /**
   * Never rejects. `answered` says that the service is done with the cell: its slot is free for the next one while the
   * answer is stored.
   */
  readonly execute: (cell: Cell, answered: () => void) => Promise<Verdict>;
  /** A ceiling holds for it: a cell that ended may make room for the next one. */
  readonly limited?: boolean;
  /** Nothing planned and nothing in flight; the run has left the lane. */
  readonly drained: () => void;
  /** Its cells could not be claimed, because the history failed; the run has left the lane. */
  readonly broken: (error: unknown) => void;
};

type Member<Cell> = {
  readonly run: DispatcherRun<Cell>;
  inFlight: number;
  /** Answered, and not stored yet. */
  storing: number;
  exhausted: boolean;
  /** Grows when work comes back, so that a claim under way then does not declare the run exhausted. */
  epoch: number;
};

/** Answers that may wait to be stored while further ones are asked for. */
const maxStoring = 64;

/**
 * The slots of one connection, shared by its runs: the next free slot goes to the run that has the fewest calls in
 * flight, so that a small question asked during a long programme is answered at once.
 */
export function createDispatcher<Cell>(options: {
  readonly slotLimit: number | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}) {
  const { clock, log } = options;
  const window = createAdaptiveConcurrency({ limit: options.slotLimit, random: options.random });
  const members: Member<Cell>[] = [];
  const idlers = new Set<() => void>();
  let inFlight = 0;
  let storing = 0;
  let claiming = 0;
  let pumping = false;
  let again = false;
  let stopped = false;
  let alarm: AbortController | null = null;

  const pump = (): void => {
    if (pumping) {
      again = true;
      return;
    }
    pumping = true;
    fill().finally(() => {
      pumping = false;
      if (again) {
        again = false;
        pump();
      } else setAlarm();
    });
  };

  const fill = async (): Promise<void> => {
    while (!stopped) {
      // Answers that come faster than they are stored hold up the next ones, or memory would grow without end.
      const late = Math.max(0, storing - maxStoring);
      const free = window.allowance(clock.now()) - inFlight - late;
      const shares = shareOut(free, members);
      if (shares.size === 0) return;
      await Promise.all([...shares].map(([member, share]) => take(member, share)));
    }
  };

  const take = async (member: Member<Cell>, share: number): Promise<void> => {
    const { epoch } = member;
    let cells: readonly Cell[];
    claiming += 1;
    try {
      cells = await member.run.claim(share);
    } catch (error) {
      leave(member);
      member.run.broken(error);
      return;
    } finally {
      claiming -= 1;
      wakeIdlers();
    }
    if (cells.length < share && epoch === member.epoch) member.exhausted = true;
    for (const cell of cells) {
      inFlight += 1;
      member.inFlight += 1;
      let holdsSlot = true;
      const answered = (): void => {
        if (!holdsSlot) return;
        holdsSlot = false;
        inFlight -= 1;
        member.inFlight -= 1;
        storing += 1;
        member.storing += 1;
        pump();
      };
      member.run.execute(cell, answered).then((verdict) => ended(member, verdict, holdsSlot));
    }
    settleMember(member);
  };

  const wakeIdlers = (): void => {
    if (inFlight > 0 || storing > 0 || claiming > 0) return;
    for (const wake of idlers) wake();
    idlers.clear();
  };

  const ended = (member: Member<Cell>, verdict: Verdict, heldSlot: boolean): void => {
    if (heldSlot) {
      inFlight -= 1;
      member.inFlight -= 1;
    } else {
      storing -= 1;
      member.storing -= 1;
    }
    if (verdict.kind === 'ran') {
      window.admitted(verdict.slotLimit);
      if (member.run.limited) member.exhausted = false;
    } else {
      member.exhausted = false;
      member.epoch += 1;
      if (verdict.by === 'rate') window.slowDown(clock.now());
      else window.refused(inFlight, verdict.slotLimit, clock.now());
      log('debug', 'The service is busy', { by: verdict.by, inFlight, limit: window.limit() });
    }
    settleMember(member);
    wakeIdlers();
    pump();
  };

  const settleMember = (member: Member<Cell>): void => {
    if (member.exhausted && member.inFlight === 0 && member.storing === 0 && members.includes(member)) {
      leave(member);
      member.run.drained();
    }
  };
  const leave = (member: Member<Cell>): void => {
    const index = members.indexOf(member);
    if (index >= 0) members.splice(index, 1);
  };

  /** Wakes the lane when its window may have opened by the passing of time alone. */
  const setAlarm = (): void => {
    alarm?.abort();
    alarm = null;
    const at = window.nextChangeAtMs();
    if (stopped || at === null || members.every((member) => member.exhausted)) return;
    const waitMs = at - clock.now();
    if (waitMs <= 0 && window.allowance(clock.now()) <= inFlight) return;
    const own = new AbortController();
    alarm = own;
    clock.wait(Math.max(1, waitMs), own.signal).then(pump, () => {});
  };

  return {
    join(run: DispatcherRun<Cell>): void {
      members.push({ run, inFlight: 0, storing: 0, exhausted: false, epoch: 0 });
      pump();
    },
    /** More work may be there for a run that is in the lane, or has it just left. */
    wake(runId: string): boolean {
      const member = members.find((each) => each.run.id === runId);
      if (member) {
        member.exhausted = false;
        member.epoch += 1;
      }
      pump();
      return member !== undefined;
    },
    /** Takes nothing more; what is in flight goes on. */
    stop(): void {
      stopped = true;
      alarm?.abort();
    },
    /** Resolves once nothing is in flight and everything is stored. */
    idle: (): Promise<void> =>
      new Promise((resolve) => {
        idlers.add(resolve);
        wakeIdlers();
      }),
    slotLimit: () => window.limit(),
  };
}

export type Dispatcher<Cell> = ReturnType<typeof createDispatcher<Cell>>;

/** Deals `free` slots one by one, each to the run with the fewest calls in flight, counting those just dealt. */
function shareOut<Cell>(free: number, members: readonly Member<Cell>[]): Map<Member<Cell>, number> {
  const shares = new Map<Member<Cell>, number>();
  const hungry = members.filter((member) => !member.exhausted);
  if (hungry.length === 0) return shares;
  const load = (member: Member<Cell>) => member.inFlight + (shares.get(member) ?? 0);
  for (let slot = 0; slot < free; slot++) {
    let least: Member<Cell> | undefined;
    for (const member of hungry) if (!least || load(member) < load(least)) least = member;
    if (least) shares.set(least, (shares.get(least) ?? 0) + 1);
  }
  return shares;
}
