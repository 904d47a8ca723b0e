import { loadConfig } from '@govcrawler/platform';
import { gatewayConfigSchema } from './config.js';

const NEEDED = { DATABASE_URL: 'mysql://u:p@db/govcrawler', VALKEY_URL: 'redis://queue:6379' };

describe('the settings of the gateway', () => {
  it('have the port and account of the requirements unless told otherwise', () => {
    const config = loadConfig(gatewayConfigSchema, NEEDED);
    expect(config).toMatchObject({ PORT: 8787, HOST: '0.0.0.0', ADMIN_USER: 'admin', TRUSTED_PROXIES: 0 });
    expect(config.ADMIN_PASSWORD).toBeUndefined();
  });

  it('are all described', () => {
    for (const [name, type] of Object.entries(gatewayConfigSchema.shape)) {
      expect([name, type.description]).toEqual([name, expect.stringMatching(/\w{3}/)]);
    }
  });

  it('name every problem at once', () => {
    const wrong = { PORT: '70000', ADMIN_PASSWORD: 'short', LOG_LEVEL: 'loud' };
    expect(() => loadConfig(gatewayConfigSchema, wrong)).toThrow(
      /PORT: [\s\S]*DATABASE_URL: must be set[\s\S]*VALKEY_URL: must be set[\s\S]*ADMIN_PASSWORD: must have at least 8[\s\S]*LOG_LEVEL: /,
    );
  });
});
