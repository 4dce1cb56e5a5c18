/** Names under which page and double find each other; a page that looked for them could, as it could not in Electron. */
export const bindings = {
  invoke: '__electronDoubleInvoke',
  send: '__electronDoubleSend',
  receive: '__electronDoubleReceive',
  permission: '__electronDoublePermission',
} as const;

/** How the answer of `ipcRenderer.invoke` travels: a rejection would lose what kind it was. */
export type InvokeOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/**
 * The script that runs a preload in a page before anything of the page does, as Electron runs a sandboxed one: a
 * plain script with a `require` that knows `electron` and nothing else. It runs in the page's own world, inside a
 * function: what it keeps to itself is out of the page's reach, what it exposes is copied and frozen.
 */
export function preloadInPage(preload: string): string {
  return `(() => {
  // Electron runs preloads in the top frame only, unless told otherwise.
  if (window.top !== window) return;
  const listeners = new Map();
  const clone = (value) => structuredClone(value);
  const ipcRenderer = {
    invoke: async (channel, ...args) => {
      const outcome = await window[${JSON.stringify(bindings.invoke)}](channel, clone(args));
      if (outcome.ok) return outcome.value;
      throw new Error("Error invoking remote method '" + channel + "': " + outcome.message);
    },
    send: (channel, ...args) => {
      window[${JSON.stringify(bindings.send)}](channel, clone(args));
    },
    on: (channel, listener) => {
      const known = listeners.get(channel) ?? new Set();
      listeners.set(channel, known.add(listener));
      return ipcRenderer;
    },
    removeListener: (channel, listener) => {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
  };
  Object.defineProperty(window, ${JSON.stringify(bindings.receive)}, {
    value: (channel, args) => {
      for (const listener of [...(listeners.get(channel) ?? [])]) listener({ sender: ipcRenderer }, ...args);
    },
  });
  // Like the real bridge: values are copied on their way through, functions are wrapped, what is exposed is frozen.
  const across = (value) => {
    if (typeof value === 'function') return (...args) => across(value(...args.map(across)));
    if (value instanceof Promise) return value.then(across);
    if (Array.isArray(value)) return Object.freeze(value.map(across));
    if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
      return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, across(part)])));
    }
    return typeof value === 'object' ? clone(value) : value;
  };
  const contextBridge = {
    exposeInMainWorld: (name, api) => {
      if (name in window) throw new Error("Cannot bind an API on top of an existing property on the window object");
      Object.defineProperty(window, name, { value: across(api), enumerable: true });
    },
  };
  const require = (name) => {
    if (name === 'electron') return { contextBridge, ipcRenderer };
    throw new Error('module not found: ' + name);
  };
  const module = { exports: {} };
  (function (require, module, exports) {
${preload}
  })(require, module, module.exports);
})();`;
}
