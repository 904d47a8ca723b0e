import { parseOnceCommand } from './once-command.js';

describe('parseOnceCommand', () => {
  let silenced: typeof process.stderr.write;
  beforeEach(() => {
    silenced = process.stderr.write;
    process.stderr.write = () => true;
  });
  afterEach(() => {
    process.stderr.write = silenced;
  });

  it('reads every option', () => {
    expect(parseOnceCommand(['--target', 'a__b', '--once', '--force', '--max-items', '5', '--json'])).toEqual({
      target: 'a__b',
      once: true,
      force: true,
      maxItems: 5,
      json: true,
    });
    expect(parseOnceCommand(['--once', '--target', 'a__b'])).toMatchObject({
      force: false,
      maxItems: null,
      json: false,
    });
  });

  it.each([
    [['--once']],
    [['--target', 'a__b']],
    [['--target', 'a__b', '--once', '--max-items', '0']],
    [['--target', 'a__b', '--once', '--max-items', '1e3']],
    [['--target', 'a__b', '--once', '--sideways']],
    [['--target', 'a__b', '--once', 'more']],
  ])('refuses %j', (args) => {
    expect(() => parseOnceCommand(args)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^commander/) }),
    );
  });
});
