// In one file with what the window uses of it: each file is a request that the first picture waits for.
import './early.ts';
import { mountWindow } from './app/mountWindow.tsx';
import { hostBridge } from './host/hostBridge.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
mountWindow(root, hostBridge());
