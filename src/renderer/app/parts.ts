import { lazy } from 'react';

const loaders = {
  reading: () => import('./Reading.tsx'),
  picked: () => import('../features/read/PickedPlace.tsx'),
  answer: () => import('../features/read/observation/ObservationPlace.tsx'),
  throughTime: () => import('../features/read/through/ThroughTimePlace.tsx'),
  history: () => import('../features/history/HistoryPlace.tsx'),
  imports: () => import('../features/imports/ImportButton.tsx'),
  inspector: () => import('./Inspector.tsx'),
  palette: () => import('./CommandPalette.tsx'),
  trends: () => import('../features/trends/TrendsPlace.tsx'),
  monitors: () => import('../features/monitors/MonitorsPlace.tsx'),
  plans: () => import('../features/plans/PlansPlace.tsx'),
  queue: () => import('../features/queue/QueuePlace.tsx'),
  service: () => import('../features/service/ServicePlace.tsx'),
  settings: () => import('./SettingsPlace.tsx'),
  moveRun: () => import('../features/projects/MoveRun.tsx'),
};

// The first picture is the place to ask; everything else comes while somebody reads it.
export const Reading = lazy(() => loaders.reading().then((part) => ({ default: part.Reading })));
export const PickedPlace = lazy(() => loaders.picked().then((part) => ({ default: part.PickedPlace })));
export const ObservationPlace = lazy(() =>
  loaders.answer().then((part) => ({ default: part.ObservationPlace })),
);
export const ThroughTimePlace = lazy(() =>
  loaders.throughTime().then((part) => ({ default: part.ThroughTimePlace })),
);
export const MoveRun = lazy(() => loaders.moveRun().then((part) => ({ default: part.MoveRun })));
export const HistoryPlace = lazy(() => loaders.history().then((part) => ({ default: part.HistoryPlace })));
export const ImportButton = lazy(() => loaders.imports().then((part) => ({ default: part.ImportButton })));
export const Inspector = lazy(() => loaders.inspector().then((part) => ({ default: part.Inspector })));
export const CommandPalette = lazy(() =>
  loaders.palette().then((part) => ({ default: part.CommandPalette })),
);
export const TrendsPlace = lazy(() => loaders.trends().then((part) => ({ default: part.TrendsPlace })));
export const MonitorsPlace = lazy(() => loaders.monitors().then((part) => ({ default: part.MonitorsPlace })));
export const PlansPlace = lazy(() => loaders.plans().then((part) => ({ default: part.PlansPlace })));
export const QueuePlace = lazy(() => loaders.queue().then((part) => ({ default: part.QueuePlace })));
export const ServicePlace = lazy(() => loaders.service().then((part) => ({ default: part.ServicePlace })));
export const SettingsPlace = lazy(() => loaders.settings().then((part) => ({ default: part.SettingsPlace })));

/** Loads every part before it is asked for, so that no place is ever waited for. */
export function loadAllParts(): void {
  for (const load of Object.values(loaders)) void load();
}
