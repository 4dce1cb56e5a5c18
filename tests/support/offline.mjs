// `node --import .../offline.mjs`: a program whose computer is off the network. Everything but this machine itself
// is unreachable, as it is without a cable.
import dns from 'node:dns';
import net from 'node:net';

const loopback = /^(127\.|::1$|localhost$|::ffff:127\.)/;
const unreachable = (what, code) => Object.assign(new Error(`${code} ${what}`), { code });

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  const host =
    typeof options === 'object' ? (options.path ? 'localhost' : (options.host ?? 'localhost')) : args[1];
  if (typeof host === 'string' && !loopback.test(host)) {
    process.nextTick(() => this.destroy(unreachable(host, 'ENETUNREACH')));
    return this;
  }
  return connect.apply(this, args);
};
const lookup = dns.lookup;
dns.lookup = (name, ...rest) => {
  if (loopback.test(name)) return lookup(name, ...rest);
  rest.at(-1)(unreachable(name, 'ENOTFOUND'));
};
