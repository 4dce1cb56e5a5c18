/**
 * Node's `http` through `getBuiltinModule`: an `import` reads every export of the module, and one of them,
 * WebSocket, loads a second HTTP client as large as this program. That took longer than loading everything a
 * start listens with.
 */
export const http = process.getBuiltinModule('node:http');
