/** How a state differs after something was told. */
type Change<State> = (state: State) => Partial<State>;

/**
 * Keeps a state that is read as a whole and followed by what is told of it. An answer may have been made before a
 * change and arrive after it: what was told while it was on its way is applied to it once more. A change that the
 * answer knew already is put right by the next one, which is on its way then. The newest reading counts.
 *
 * @param set of the store that holds the state
 */
export function createLiveState<State>(set: (change: Change<State>) => void) {
  const missedBy = new Set<Change<State>[]>();
  let newest = 0;
  return {
    told(change: Change<State>): void {
      for (const missed of missedBy) missed.push(change);
      set(change);
    },
    /** @throws what the call throws */
    async read<Answer>(
      call: () => Promise<Answer>,
      take: (answer: Answer, state: State) => Partial<State>,
    ): Promise<void> {
      newest += 1;
      const mine = newest;
      const missed: Change<State>[] = [];
      missedBy.add(missed);
      try {
        const answer = await call();
        if (mine !== newest) return;
        set((state) => take(answer, state));
        for (const change of missed) set(change);
      } finally {
        missedBy.delete(missed);
      }
    },
  };
}
