import { constants, generateKeyPairSync, privateDecrypt, publicEncrypt } from 'node:crypto';
import { athenaHeaders, encryptAppKey, findIdentity, PINNED_IDENTITY } from './athena-key.js';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const identity = {
  appName: '国网搜索',
  appKey: 'f8f49ea85885466598c5261f7f8607fb',
  publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
};

/** The message of a PKCS#1 v1.5 block, or null when the block is no such block. */
function unpad(cipher: Buffer): string | null {
  // Taken off by hand: builds with the countermeasure against Marvin do not decrypt this padding.
  const block = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, cipher);
  const end = block.indexOf(0, 2);
  const wellFormed = block[0] === 0 && block[1] === 2 && end >= 10;
  return wellFormed ? block.subarray(end + 1).toString() : null;
}

describe('encryptAppKey', () => {
  it('does what publicEncrypt with PKCS#1 v1.5 padding does', () => {
    const ours = Buffer.from(encryptAppKey(identity), 'base64');
    const reference = publicEncrypt(
      { key: publicKey, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(identity.appKey),
    );
    expect([ours.length, unpad(ours)]).toEqual([128, identity.appKey]);
    expect([reference.length, unpad(reference)]).toEqual([128, identity.appKey]);
  });

  it('gives another value every time: the padding is random', () => {
    expect(encryptAppKey(identity)).not.toBe(encryptAppKey(identity));
  });

  it('takes a key with PEM lines too', () => {
    const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
    expect(unpad(Buffer.from(encryptAppKey({ ...identity, publicKey: pem }), 'base64'))).toBe(identity.appKey);
  });

  it('says which parameters are wrong', () => {
    expect(() => encryptAppKey({ ...identity, publicKey: 'MIGf' })).toThrow('public_key is no RSA public key');
  });

  it('can use the pinned key', () => {
    expect(Buffer.from(encryptAppKey(PINNED_IDENTITY), 'base64')).toHaveLength(128);
  });
});

describe('athenaHeaders', () => {
  it('percent-encodes both values', () => {
    const headers = athenaHeaders(identity);
    expect(headers.athenaappname).toBe('%E5%9B%BD%E7%BD%91%E6%90%9C%E7%B4%A2');
    expect(headers.athenaappkey).toMatch(/^[\w%.-]+$/);
    expect(unpad(Buffer.from(decodeURIComponent(headers.athenaappkey ?? ''), 'base64'))).toBe(identity.appKey);
  });
});

describe('findIdentity', () => {
  const { publicKey: key, appKey } = identity;

  it.each([
    [
      'a minified call',
      `r.setPublicKey("-----BEGIN PUBLIC KEY-----"+t+"-----END PUBLIC KEY-----"),r.encrypt(e)}("${key}","${appKey}"),c=encodeURIComponent("国网搜索")`,
    ],
    [
      'constants of their own',
      `var publicKey = '${key}';\nvar appKey = '${appKey}';\nheaders.athenaAppName = encodeURIComponent('国网搜索');`,
    ],
  ])('reads %s', (_name, script) => {
    expect(findIdentity(script)).toEqual({ publicKey: key, appKey, appName: '国网搜索' });
  });

  it('does without the name', () => {
    expect(findIdentity(`a("${key}","${appKey}")`)).toEqual({ publicKey: key, appKey, appName: null });
  });

  it.each(['', 'var a = "MIGf";', `"${key}"`])('finds nothing in %s', (script) =>
    expect(findIdentity(script)).toBeNull(),
  );
});
