import { ProblemException } from './problem.js';

/**
 * The state that an edit is based on, from If-Match or the body's `version`: without one, somebody else's change
 * could be lost unseen. `*` overwrites whatever is there, knowingly, and gives null.
 */
export function editVersion(ifMatch: string | undefined, version: string | undefined): string | null {
  const given = ifMatch === undefined ? version : ifMatch.trim().replace(/^(?:W\/)?"(.*)"$/, '$1');
  if (given === undefined || given === '') {
    throw new ProblemException('version_required', { detail: '请用 If-Match 请求头或 version 字段提交读取时的版本号' });
  }
  return given === '*' ? null : given;
}
