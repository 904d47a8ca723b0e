import { ConfigError } from '@govcrawler/core';
import NodeRSA from 'node-rsa';

/** What a client of the athena gateway shows: the app's name, and its key encrypted with the gateway's public key. */
export interface AthenaIdentity {
  appName: string;
  appKey: string;
  /** Base64 of the SPKI form, without the PEM lines. */
  publicKey: string;
}

/**
 * The constants that the pages of www.gov.cn/zhengce/xxgk give to every browser, as of 2026. They are what is tried
 * first; when the gateway refuses them, the page's script is read for new ones.
 */
export const PINNED_IDENTITY: AthenaIdentity = {
  appName: '国网搜索',
  appKey: 'a46884b2013e4d189f2a8e2d49a23525',
  publicKey:
    'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQCSMhMJQ+XLI7oW0k9Bwufur4Ag40tcsrzT7WZf6Ao0O/hyY1gZtCSYFxkxIZUXjW46j27X' +
    'SW8IDX1rTJoHaMxHCWsOpTi2W5stybGYZytsY5on8gd8AIaS1d52h9eaS2TFydtJJtE50xHmT0WmoyoinWCuVCOkdCLhh9b9jSdeSQIDAQAB',
};

/** RSA with PKCS#1 v1.5 padding as JSEncrypt does it, base64. The padding is random: every result is another one. */
export function encryptAppKey({ appKey, publicKey }: AthenaIdentity): string {
  const lines = publicKey.replace(/-----[^-]+-----|\s+/g, '').match(/.{1,64}/g) ?? [];
  const pem = `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----`;
  try {
    return new NodeRSA(pem, 'pkcs8-public-pem', { encryptionScheme: 'pkcs1' }).encrypt(appKey, 'base64');
  } catch (cause) {
    throw new ConfigError(`public_key is no RSA public key, or app_key is too long for it`, { cause });
  }
}

/** The two headers, percent-encoded as the page's script sends them. */
export function athenaHeaders(identity: AthenaIdentity): Record<string, string> {
  return {
    'content-type': 'application/json;charset=utf-8',
    athenaappkey: encodeURIComponent(encryptAppKey(identity)),
    athenaappname: encodeURIComponent(identity.appName),
  };
}

const KEY = String.raw`(MI[GI][A-Za-z0-9+/]{100,}={0,2})`;
const CALL = new RegExp(String.raw`["']${KEY}["']\s*,\s*["']([0-9A-Za-z_-]{8,100})["']`);
const KEY_ALONE = new RegExp(String.raw`["']${KEY}["']`);
const APP_KEY = /(?:app_?key|athenaAppKey)["']?\s*[:=]\s*["']([0-9A-Za-z_-]{8,64})["']/i;
const APP_NAME =
  /encodeURIComponent\(\s*["']([\u4e00-\u9fa5]{2,20})["']\s*\)|athenaAppName["']?\s*[:=]\s*["']([\u4e00-\u9fa5]{2,20})["']/;

/** Finds the constants in a script, minified or not; null when they are not in it. The name may be missing. */
export function findIdentity(script: string): (Omit<AthenaIdentity, 'appName'> & { appName: string | null }) | null {
  const call = CALL.exec(script);
  const publicKey = call?.[1] ?? KEY_ALONE.exec(script)?.[1];
  const appKey = call?.[2] ?? APP_KEY.exec(script)?.[1];
  if (publicKey === undefined || appKey === undefined) return null;
  const name = APP_NAME.exec(script);
  return { publicKey, appKey, appName: name?.[1] ?? name?.[2] ?? null };
}
