interface Servers {
  ensureServerPrograms(packages?: { program: string; debian: string }[], mayInstall?: boolean): void;
}

describe('what the tests need', () => {
  const load = async () => (await import('./servers.mjs' as string)) as Servers;

  it('is said exactly, with the command that installs it, where it may not be installed', async () => {
    const { ensureServerPrograms } = await load();
    const missing = [
      { program: 'no-such-browser', debian: 'chromium' },
      { program: 'node', debian: 'nodejs' },
    ];
    expect(() => ensureServerPrograms(missing, false)).toThrow(
      'The tests need no-such-browser. Install them first, on Debian or Ubuntu: sudo apt-get install -y chromium',
    );
  });

  it('is not asked for when it is there', async () => {
    const { ensureServerPrograms } = await load();
    expect(() => ensureServerPrograms([{ program: 'node', debian: 'nodejs' }], false)).not.toThrow();
  });
});
