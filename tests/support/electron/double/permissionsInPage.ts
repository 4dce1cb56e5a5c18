import { bindings } from './preloadInPage.ts';

/**
 * Chromium without a head asks nobody for permissions. In Electron every request comes to the program's handler, so the
 * page's ways to ask go there first, and on only when it granted.
 */
export const permissionsInPage = `(() => {
  const ask = (permission) => window[${JSON.stringify(bindings.permission)}](permission);
  const denied = () => new DOMException('Permission denied', 'NotAllowedError');
  const guard = (owner, name, permission) => {
    const own = owner?.[name];
    if (typeof own !== 'function') return;
    owner[name] = async (...args) => {
      if (!(await ask(permission))) throw denied();
      return own.apply(owner, args);
    };
  };
  guard(navigator.clipboard, 'readText', 'clipboard-read');
  guard(navigator.clipboard, 'writeText', 'clipboard-sanitized-write');
  guard(navigator.mediaDevices, 'getUserMedia', 'media');
  if (typeof Notification === 'function')
    Notification.requestPermission = async () => ((await ask('notifications')) ? 'granted' : 'denied');
  const geolocation = navigator.geolocation;
  if (geolocation)
    geolocation.getCurrentPosition = async (_found, failed) => {
      if (!(await ask('geolocation'))) failed?.({ code: 1, message: 'User denied Geolocation' });
    };
})();`;
