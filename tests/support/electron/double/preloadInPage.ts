/** Names under which page and double find each other; a page that looked for them could, as it could not in Electron. */
export const bindings = {
  invoke: '__electronDoubleInvoke',
  send: '__electronDoubleSend',
  receive: '__electronDoubleReceive',
  permission: '__electronDoublePermission',
} as const;

/** The world of the preload: the same document as the page's, and no object of it. */
export const preloadWorld = 'electron-double-preload';

/** How the answer of `ipcRenderer.invoke` travels: a rejection would lose what kind it was. */
export type InvokeOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/**
 * One end of the way between the worlds, as contextBridge has it: values are copied, functions and promises stand for
 * those of the other world, an error keeps its message, prototypes and symbols stay behind. The events of a document
 * reach both worlds at once, and Chromium clones their detail on the way.
 */
const peer = `(outName, inName, onOffer) => {
  const functions = new Map();
  const promises = new Map();
  let last = 0;
  let returned = null;
  const send = (detail) => document.dispatchEvent(new CustomEvent(outName, { detail }));
  const messageOf = (error) => String(error instanceof Error ? error.message : error);
  const encode = (value) => {
    if (typeof value === 'symbol') return { kind: 'value', value: undefined };
    if (typeof value === 'function') {
      functions.set(++last, value);
      return { kind: 'function', id: last };
    }
    if (value instanceof Promise) {
      const id = ++last;
      value.then(
        (result) => send({ what: 'settled', id, ok: true, value: encode(result) }),
        (error) => send({ what: 'settled', id, ok: false, message: messageOf(error) }),
      );
      return { kind: 'promise', id };
    }
    if (Array.isArray(value)) return { kind: 'array', items: value.map(encode) };
    const plain = value !== null && typeof value === 'object' && Object.prototype.toString.call(value) === '[object Object]';
    if (plain) return { kind: 'object', entries: Object.entries(value).map(([key, part]) => [key, encode(part)]) };
    return { kind: 'value', value };
  };
  const decode = (coded) => {
    if (coded.kind === 'function') return (...args) => call(coded.id, args);
    if (coded.kind === 'promise') return new Promise((resolve, reject) => promises.set(coded.id, { resolve, reject }));
    if (coded.kind === 'array') return coded.items.map(decode);
    if (coded.kind === 'object') return Object.fromEntries(coded.entries.map(([key, part]) => [key, decode(part)]));
    return coded.value;
  };
  const call = (id, args) => {
    returned = null;
    send({ what: 'call', id, args: args.map(encode) });
    const outcome = returned;
    returned = null;
    if (outcome === null) throw new Error('The other world did not answer');
    if (outcome.ok) return decode(outcome.value);
    throw new Error(outcome.message);
  };
  document.addEventListener(inName, ({ detail }) => {
    if (detail.what === 'offer') onOffer(detail.name, decode(detail.api));
    else if (detail.what === 'return') returned = detail;
    else if (detail.what === 'settled') {
      const waiting = promises.get(detail.id);
      promises.delete(detail.id);
      if (detail.ok) waiting.resolve(decode(detail.value));
      else waiting.reject(new Error(detail.message));
    } else if (detail.what === 'call') {
      let outcome;
      try {
        outcome = { ok: true, value: encode(functions.get(detail.id)(...detail.args.map(decode))) };
      } catch (error) {
        outcome = { ok: false, message: messageOf(error) };
      }
      send({ what: 'return', ...outcome });
    }
  });
  return { offer: (name, api) => send({ what: 'offer', name, api: encode(api) }) };
}`;

const toPage = '__electronDoubleToPage';
const toPreload = '__electronDoubleToPreload';
/** Whichever script runs first waits for the other. */
const hello = '__electronDoubleHello';

/** The page's end: gives the preload its way to the program, and puts what it exposes on the window. */
export const pageSide = `(() => {
  // Electron runs preloads in the top frame only, unless told otherwise.
  if (window.top !== window) return;
  const listeners = new Set();
  Object.defineProperty(window, ${JSON.stringify(bindings.receive)}, {
    value: (channel, args) => {
      for (const listener of [...listeners]) listener(channel, args);
    },
  });
  const deepFrozen = (value) => {
    if (value !== null && typeof value === 'object') for (const part of Object.values(Object.freeze(value))) deepFrozen(part);
    return value;
  };
  const { offer } = (${peer})('${toPreload}', '${toPage}', (name, api) => {
    if (name in window) throw new Error('Cannot bind an API on top of an existing property on the window object');
    Object.defineProperty(window, name, { value: deepFrozen(api), enumerable: true });
  });
  const give = () =>
    offer('program', {
      invoke: (channel, args) => window[${JSON.stringify(bindings.invoke)}](channel, args),
      send: (channel, args) => void window[${JSON.stringify(bindings.send)}](channel, args),
      receive: (listener) => void listeners.add(listener),
    });
  document.addEventListener('${hello}-preload', give);
  document.dispatchEvent(new CustomEvent('${hello}-page'));
})();`;

/** The preload in a world of its own: a plain script with a \`require\` that knows \`electron\` and nothing else. */
export function preloadSide(preload: string): string {
  return `(() => {
  if (window.top !== window) return;
  let started = false;
  const { offer } = (${peer})('${toPage}', '${toPreload}', (_name, program) => {
    if (started) return;
    started = true;
    const listeners = new Map();
    program.receive((channel, args) => {
      for (const listener of [...(listeners.get(channel) ?? [])]) listener({ sender: ipcRenderer }, ...args);
    });
    const ipcRenderer = {
      invoke: async (channel, ...args) => {
        const outcome = await program.invoke(channel, args);
        if (outcome.ok) return outcome.value;
        throw new Error("Error invoking remote method '" + channel + "': " + outcome.message);
      },
      send: (channel, ...args) => program.send(channel, args),
      on: (channel, listener) => {
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
        return ipcRenderer;
      },
      removeListener: (channel, listener) => {
        listeners.get(channel)?.delete(listener);
        return ipcRenderer;
      },
    };
    const require = (name) => {
      if (name === 'electron') return { contextBridge: { exposeInMainWorld: offer }, ipcRenderer };
      throw new Error('module not found: ' + name);
    };
    const module = { exports: {} };
    (function (require, module, exports) {
${preload}
    })(require, module, module.exports);
  });
  const greet = () => document.dispatchEvent(new CustomEvent('${hello}-preload'));
  document.addEventListener('${hello}-page', greet);
  greet();
})();`;
}
