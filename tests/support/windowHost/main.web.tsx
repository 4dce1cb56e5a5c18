import { mountWindow } from '#renderer/app/mountWindow.tsx';
import { createMemoryHost } from './memoryHost.ts';

const query = new URLSearchParams(window.location.search);
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const slow = query.get('slow');
const host = createMemoryHost({
  emptyHistory: query.has('empty'),
  callMs: Number(query.get('call') ?? 15),
  ...(slow === null ? {} : { latencyMs: (ordinal: number) => 1000 + ordinal * Number(slow) }),
  ...(query.has('byHand') ? { latencyMs: null } : {}),
});
// Answers are given, and calls are looked at, from outside of the page.
Object.assign(window, { memoryHost: host });
mountWindow(root, host.bridge);
