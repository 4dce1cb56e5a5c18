/** View of a comparison, stored in the address. */
export type CompareView = {
  readonly mode: 'written' | 'consensus' | 'baseline';
  /** Market key of the baseline; null outside baseline mode. */
  readonly baseline: string | null;
  readonly onlyDifferences: boolean;
  readonly granularity: 'auto' | 'block' | 'sentence' | 'word';
  readonly ignoreCase: boolean;
  readonly ignoreWhitespace: boolean;
};

const modes = ['written', 'consensus'] as const;
const granularities = ['auto', 'block', 'sentence', 'word'] as const;

/** Reads the view from the address with defaults; `usual` is the default mode. */
export function readCompareView(
  params: Readonly<Record<string, string>>,
  usual: 'written' | 'consensus',
): CompareView {
  const ignored = new Set((params.ignore ?? '').split('.'));
  const baseline = params.base || null;
  return {
    mode: baseline !== null ? 'baseline' : (modes.find((each) => each === params.mode) ?? usual),
    baseline,
    onlyDifferences: params.only === '1',
    granularity: granularities.find((each) => each === params.by) ?? 'auto',
    ignoreCase: ignored.has('case'),
    ignoreWhitespace: ignored.has('space'),
  };
}

/** Address parameters of a view. Empty values remove the parameter. */
export function writeCompareView(
  view: CompareView,
): Readonly<Record<'mode' | 'base' | 'only' | 'by' | 'ignore', string>> {
  const ignored = [...(view.ignoreCase ? ['case'] : []), ...(view.ignoreWhitespace ? ['space'] : [])];
  return {
    mode: view.mode === 'baseline' ? '' : view.mode,
    base: view.mode === 'baseline' ? (view.baseline ?? '') : '',
    only: view.onlyDifferences ? '1' : '',
    by: view.granularity === 'auto' ? '' : view.granularity,
    ignore: ignored.join('.'),
  };
}
