import { ConfigError } from '@govcrawler/core';
import { WebhookPoster } from '@govcrawler/fetch';
import { hostList, hostListSetting } from '@govcrawler/platform';
import { z } from 'zod';
import { type GrpcAddress } from './grpc/delivery-server.js';

/** How consumers reach the feed, and whom it may be pushed to; the same in every mode. */
export const deliverySettings = {
  GRPC_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port of the delivery service (gRPC); empty: REST only'),
  GRPC_TLS_CERT: z.string().optional().describe('Certificate chain (PEM file) of the delivery service; empty: plain'),
  GRPC_TLS_KEY: z.string().optional().describe('Private key (PEM file) that belongs to GRPC_TLS_CERT'),
  WEBHOOK_INTERNAL_RECEIVERS: hostListSetting(
    'Receivers of webhooks and alerts inside the own network, as host or host:port by commas; others must be public, https',
  ),
  SECRETS_KEY: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Seals secrets of webhooks and alert channels in the database; empty: a key file in the data folder'),
};

export interface DeliveryConfig {
  HOST: string;
  GRPC_PORT?: number | undefined;
  GRPC_TLS_CERT?: string | undefined;
  GRPC_TLS_KEY?: string | undefined;
  WEBHOOK_INTERNAL_RECEIVERS?: string | undefined;
}

/** Where the delivery service listens by these settings; undefined: it does not. */
export function grpcAddress(config: DeliveryConfig): GrpcAddress | undefined {
  const { HOST: host, GRPC_PORT: port, GRPC_TLS_CERT: certFile, GRPC_TLS_KEY: keyFile } = config;
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new ConfigError('GRPC_TLS_CERT and GRPC_TLS_KEY belong together: set both or none');
  }
  if (port === undefined) return undefined;
  return { host, port, ...(certFile && keyFile ? { tls: { certFile, keyFile } } : {}) };
}

/** The way out for webhooks and alerts by these settings. */
export function webhookSender({ WEBHOOK_INTERNAL_RECEIVERS: list }: DeliveryConfig): WebhookPoster {
  return new WebhookPoster({ internalReceivers: hostList(list) });
}
