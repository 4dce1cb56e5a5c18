/**
 * Node's `http`, loaded by itself: an `import` asks the module for each of its names, and behind one of them, WebSocket,
 * stands a second HTTP client of the size of this program. It took longer to load than everything a start listens with.
 */
export const http = process.getBuiltinModule('node:http');
