import { createLogger, redactUrl } from './logger.js';

describe('createLogger', () => {
  it('writes one JSON line with fields and never a secret', () => {
    const lines: string[] = [];
    const logger = createLogger('gateway', 'info', { write: (line: string) => void lines.push(line) });
    logger.child({ jobId: 7 }).info({ password: 'p1', user: { password: 'p2' } }, 'login');
    logger.debug('not shown');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ name: 'gateway', jobId: 7, msg: 'login', password: '[redacted]' });
    expect(lines[0]).not.toMatch(/p1|p2/);
  });
});

describe('redactUrl', () => {
  it('hides the password', () => {
    expect(redactUrl('mysql://gc:secret@127.0.0.1/gc')).toBe('mysql://gc:***@127.0.0.1/gc');
    expect(redactUrl('what')).toBe('[not an address]');
  });
});
