// Bundled with the modules of the window that it uses, because every file is a request before the first paint.
import './early.ts';
import { mountWindow } from './app/mountWindow.tsx';
import { hostBridge } from './host/hostBridge.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
mountWindow(root, hostBridge());
