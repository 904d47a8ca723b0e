import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const ECDSA_WITH_SHA256 = '06082a8648ce3d040302';
const COMMON_NAME = '0603550403';
const SEQUENCE = 0x30;

/** One element of DER: tag, length, content. */
function der(tag: number, ...contents: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(contents.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)));
  const long = body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 255];
  const size = body.length < 128 ? [body.length] : long;
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const utcTime = (time: Date): Buffer =>
  der(0x17, Buffer.from(`${time.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64')}\n-----END ${label}-----\n`;

/** A key and a certificate for a TLS server of one test: made anew each time, so that no key lies in the repository. */
export function selfSignedCertificate(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256);
  const day = 86_400_000;
  const validity = der(SEQUENCE, utcTime(new Date(Date.now() - day)), utcTime(new Date(Date.now() + day)));
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const body = der(
    SEQUENCE,
    der(0xa0, '020102'), // version 3
    der(0x02, serial),
    algorithm,
    subject,
    validity,
    subject,
    spki,
  );
  const signature = der(0x03, '00', sign('sha256', body, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', der(SEQUENCE, body, algorithm, signature)),
  };
}
