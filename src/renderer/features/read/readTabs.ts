/** What can be looked at over the same markets; the number keys follow this order. */
export const readTabs = [
  { id: 'answer', label: 'Answer' },
  { id: 'sources', label: 'Sources' },
  { id: 'brands', label: 'Brands' },
  { id: 'fanout', label: 'Fan-out' },
  { id: 'search', label: 'Search' },
  { id: 'shopping', label: 'Shopping' },
  { id: 'ads', label: 'Ads' },
  { id: 'map', label: 'Map' },
  { id: 'raw', label: 'Raw' },
  { id: 'page', label: 'Page' },
] as const;
export type ReadTab = (typeof readTabs)[number]['id'];
