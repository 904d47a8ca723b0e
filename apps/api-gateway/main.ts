import { ConfigError } from '@govcrawler/core';
import { loadConfig } from '@govcrawler/platform';
import { gatewayConfigSchema } from './config.js';
import { createGatewayApp } from './create-gateway-app.js';
import { grpcAddress } from './delivery/delivery-settings.js';
import { openClusterInfrastructure } from './open-cluster-infrastructure.js';

try {
  const config = loadConfig(gatewayConfigSchema, process.env);
  const infrastructure = await openClusterInfrastructure(config);
  const app = await createGatewayApp(infrastructure, {
    port: config.PORT,
    host: config.HOST,
    trustedProxies: config.TRUSTED_PROXIES,
    grpc: grpcAddress(config),
  });
  const stop = () => void app.close().then(() => infrastructure.close());
  process.once('SIGTERM', stop).once('SIGINT', stop);
  const port = await app.listen();
  infrastructure.logger.info({ host: config.HOST, port, grpcPort: app.grpcPort }, 'Gateway listens');
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
