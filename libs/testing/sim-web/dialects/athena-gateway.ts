import { constants, createPrivateKey, createPublicKey, privateDecrypt } from 'node:crypto';

/*
 * The gateway's key pair. It guards nothing: it was made for this simulation so that the server can really check
 * what a client encrypted. 1024 bits, as the imitated gateway uses.
 */
const PRIVATE_KEY = createPrivateKey({
  key: Buffer.from(
    'MIICdQIBADANBgkqhkiG9w0BAQEFAASCAl8wggJbAgEAAoGBAKlfswuEHIZrcl5A5QiU0DS2lQkLkJUm7FAtOhPDO4ASRBkyD5HNkgISdgt2' +
      'Zoc1U5GfvshHzuH+ZMe0WvD/mx9UZ7zawQD0OIXhxnUB54RLJg5ndlGmaEqSBHuw42SLzn1w9NP8/RiMWdo5yahk6Ck8EtQ0bma7fl04hGQ4' +
      'QO4lAgMBAAECgYAi9t+GPBKLaTjl3i2ptNa6WwqvIFULhUp5TqzTkZUB3kNylBQEvFQs21TFDv8hYE/NGxYOUEyT+KkjVMcFQy7pVbOxcZTo' +
      'xcRdQ44zqR5QHp008kC/LxeUpHwIxSDMcRU9q7I0tnNmQLoR07UHSZCddzuEiV+zyDdgsEQ+jccsoQJBANtTTh2qU0tgtwCoxZ5s39avVRv3' +
      'jR9RSM/3yPrWMOaHggAQ5hWZ0Ks+jBc1IzHEtVEaJKgATqF7paYuZuKRvg0CQQDFshwGJBZrayfVrZXRiCEnhPsKj0J6SK7W1Rl5pAomtkAE' +
      'Qnn0VBxWMRy21tfXWSKEVkx+BpE0udSCtRPe6gJ5AkB38s1sB/TZ6qDrKWI6zIx2mxlO3Eo/8HKD2p3+IRpJWZ7NbnCHK8IlhWWUY6lF1LDd' +
      'FBEsGE7onfjwM7xs+QwZAkAMTfSekTpv/yBglUhA3Vcq7YTueFIr6EAxkNvgDUywciFz4mtSwLVuy+m8m4ydk6epUvG52lDJVlOauwh8lFYJ' +
      'AkAj5cfDarNEDkVaLOJSyyz9HVM35QFxdL/ZAivGYljwKcMn40XD8HB4eS8rZ4qcrEwechO8GPSzssdqy2M5Xs/1',
    'base64',
  ),
  format: 'der',
  type: 'pkcs8',
});

/** Base64 of the SPKI form, as the page's script shows it. */
export const PUBLIC_KEY = createPublicKey(PRIVATE_KEY).export({ format: 'der', type: 'spki' }).toString('base64');
/** What a client must encrypt, and the name it must give. */
export const APP_KEY = 'be4c07d5f0a94e52a6c1d7358f2b9e60';
export const APP_NAME = '政府信息公开平台';

/** What a client sent in the header: the decrypted text, or null when it is nothing that this key can read. */
export function decryptAppKey(header: string): string | null {
  try {
    const cipher = Buffer.from(decodeURIComponent(header), 'base64');
    // The padding is taken off here: Node refuses PKCS#1 v1.5 decryption on some OpenSSL builds.
    const block = privateDecrypt({ key: PRIVATE_KEY, padding: constants.RSA_NO_PADDING }, cipher);
    const end = block.indexOf(0, 2);
    const wellFormed = block[0] === 0 && block[1] === 2 && end >= 10;
    return wellFormed ? block.subarray(end + 1).toString('utf8') : null;
  } catch {
    return null;
  }
}
