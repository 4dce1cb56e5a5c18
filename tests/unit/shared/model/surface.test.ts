import { describe, expect, it } from 'vitest';
import { countSurfaces, pooledSurfaces } from '#shared/interface/surface.ts';

const said = (...surfaces: readonly (string | null)[]) => pooledSurfaces(countSurfaces(surfaces));

describe('figures of answers from several surfaces', () => {
  it('say which surfaces they pool and how many answers are of each, the most frequent first', () => {
    expect(said('search-page', 'model-api', 'model-api')).toBe(
      'Figures pool answers from different surfaces: Model API (2), Search page (1)',
    );
  });

  it('count answers whose provider states no surface as one more, after the others', () => {
    expect(said(null, null, 'model-api')).toBe(
      'Figures pool answers from different surfaces: Model API (1), not stated (2)',
    );
  });

  it('say nothing of one surface, of answers that all state none, and of no answer', () => {
    expect([said('model-api', 'model-api'), said(null, null), said()]).toEqual([null, null, null]);
  });
});
