const RECORD_HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const EXTENSION_ALPN = 16;
const RECORD_HEADER = 5;
/** Handshake type and length, client version, random. */
const BEFORE_SESSION_ID = 4 + 2 + 32;

/** A greeting longer than this is none. */
export const MAX_CLIENT_HELLO = 32 * 1024;

/**
 * The protocols that the first bytes of a TLS connection offer (ALPN); `incomplete` while more bytes must come, and
 * null for bytes that are no TLS greeting.
 */
export function protocolsOffered(bytes: Buffer): readonly string[] | 'incomplete' | null {
  const hello = handshakeOf(bytes);
  if (hello === null || hello === 'incomplete') return hello;
  try {
    if (hello[0] !== CLIENT_HELLO) return null;
    let at = BEFORE_SESSION_ID;
    at += 1 + hello.readUInt8(at); // session id
    at += 2 + hello.readUInt16BE(at); // cipher suites
    at += 1 + hello.readUInt8(at); // compression methods
    const end = at + 2 + hello.readUInt16BE(at);
    at += 2;
    while (at + 4 <= end) {
      const [type, length] = [hello.readUInt16BE(at), hello.readUInt16BE(at + 2)];
      if (type === EXTENSION_ALPN) return namesIn(hello.subarray(at + 6, at + 4 + length));
      at += 4 + length;
    }
    return [];
  } catch {
    return null;
  }
}

/** The first handshake message, put together from as many records as it was cut into. */
function handshakeOf(bytes: Buffer): Buffer | 'incomplete' | null {
  const parts: Buffer[] = [];
  let have = 0;
  for (let at = 0; ;) {
    if (at < bytes.length && bytes[at] !== RECORD_HANDSHAKE) return null;
    if (bytes.length < at + RECORD_HEADER) return 'incomplete';
    const length = bytes.readUInt16BE(at + 3);
    const part = bytes.subarray(at + RECORD_HEADER, at + RECORD_HEADER + length);
    parts.push(part);
    have += part.length;
    const message = parts.length === 1 ? part : Buffer.concat(parts);
    if (have >= 4 && have >= 4 + message.readUIntBE(1, 3)) return message;
    if (part.length < length) return 'incomplete';
    at += RECORD_HEADER + length;
  }
}

function namesIn(list: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at < list.length; at += 1 + list.readUInt8(at)) {
    names.push(list.toString('latin1', at + 1, at + 1 + list.readUInt8(at)));
  }
  return names;
}
