import { spawnSync } from 'node:child_process';
import { parse } from 'yaml';

interface Compose {
  services: Record<
    string,
    { read_only?: boolean; build?: { args?: { APP?: string } }; networks?: Record<string, unknown>; ports?: unknown[] }
  >;
  networks: Record<string, { internal?: boolean }>;
}

const SECRETS = {
  MYSQL_ROOT_PASSWORD: 'root-password',
  ADMIN_PASSWORD: 'admin-password',
  FETCH_TOKEN: '0123456789abcdef',
};
const config = (env: Record<string, string>) =>
  spawnSync('docker-compose', ['-f', 'docker-compose.yml', 'config'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  });

describe('docker-compose.yml', () => {
  it('is valid, with one service for each app', () => {
    const { status, stdout, stderr } = config(SECRETS);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { services } = parse(stdout) as Compose;
    const apps = Object.values(services).flatMap(({ build }) => (build?.args?.APP ? [build.args.APP] : []));
    expect(apps.sort()).toEqual([
      'api-gateway',
      'attachment-downloader',
      'crawl-worker',
      'fetch-service',
      'scheduler',
      'standalone',
    ]);
  });

  it('lets only the fetch service out, and publishes only the gateway', () => {
    const { services, networks } = parse(config(SECRETS).stdout) as Compose;
    const reachesOut = Object.entries(services).filter(([, { networks: of = {} }]) =>
      Object.keys(of).some((name) => !networks[name]?.internal && name !== 'front'),
    );
    expect(reachesOut.map(([name]) => name)).toEqual(['fetch-service']);
    expect(Object.keys(services).filter((name) => services[name]!.ports)).toEqual(['api-gateway']);
    // gRPC is plain until somebody gives it a certificate.
    expect(JSON.stringify(services['api-gateway']!.ports)).toMatch(/127\.0\.0\.1.*8788/);
  });

  it('does not start without the secrets, and names the missing one', () => {
    for (const name of Object.keys(SECRETS)) {
      const { status, stderr } = config({ ...SECRETS, [name]: '' });
      expect(status).not.toBe(0);
      expect(stderr).toContain(name);
    }
  });
});
