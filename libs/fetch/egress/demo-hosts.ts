import { type LoopbackTarget } from './egress-policy.js';

/** Reads `name=127.0.0.1:port, ...`: the names of a demo or test web on loopback. Throws with the entry that is none. */
export function parseDemoHosts(text: string): Map<string, LoopbackTarget> {
  const entries = text.split(',').filter((entry) => entry.trim() !== '');
  return new Map(
    entries.map((entry) => {
      const [, name, address, port] = /^\s*([a-z0-9.-]+)=(127\.\d+\.\d+\.\d+|::1):(\d{1,5})\s*$/.exec(entry) ?? [];
      if (!name || !address || !port) throw new Error(`"${entry.trim()}" is not name=127.0.0.1:port`);
      return [name, { address, port: Number(port) }];
    }),
  );
}
