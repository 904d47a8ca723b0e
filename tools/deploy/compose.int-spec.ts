import { spawnSync } from 'node:child_process';
import { modelSettings } from '@govcrawler/agents';
import { parse } from 'yaml';

interface Compose {
  services: Record<
    string,
    {
      read_only?: boolean;
      build?: { args?: { APP?: string } };
      networks?: Record<string, unknown>;
      ports?: unknown[];
      environment?: Record<string, string>;
    }
  >;
  networks: Record<string, { internal?: boolean }>;
}

const SECRETS = {
  MYSQL_ROOT_PASSWORD: 'root-password',
  ADMIN_PASSWORD: 'admin-password',
  FETCH_TOKEN: '0123456789abcdef',
};
const config = (env: Record<string, string>, ...more: string[]) =>
  spawnSync('docker-compose', [...['docker-compose.yml', ...more].flatMap((file) => ['-f', file]), 'config'], {
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

  it('hands the settings of a model to those who work with one, and their way to it only where it is asked for', () => {
    const names = Object.keys(modelSettings);
    const env = Object.fromEntries(names.map((name) => [name, `the ${name}`]));
    const { stdout, stderr } = config({ ...SECRETS, ...env }, 'docker-compose.model.yml');
    expect(stderr).toBe('');
    const { services, networks } = parse(stdout) as Compose;
    for (const service of ['api-gateway', 'crawl-worker']) expect(services[service]!.environment).toMatchObject(env);
    const onTheWay = Object.keys(services).filter((name) => 'model' in (services[name]!.networks ?? {}));
    expect(onTheWay).toEqual(['crawl-worker']);
    expect(networks['model']?.internal ?? false).toBe(false);
  });

  it('does not start without the secrets, and names the missing one', () => {
    for (const name of Object.keys(SECRETS)) {
      const { status, stderr } = config({ ...SECRETS, [name]: '' });
      expect(status).not.toBe(0);
      expect(stderr).toContain(name);
    }
  });
});
