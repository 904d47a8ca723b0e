import { ConfigError } from '@govcrawler/core';
import { GuardedPoster } from '@govcrawler/fetch';
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
  WEBHOOK_INTERNAL_RECEIVERS: z
    .string()
    .default('')
    .describe('host:port of webhook receivers inside the own network, by commas; others must be public and https'),
};

export interface DeliveryConfig {
  HOST: string;
  GRPC_PORT?: number | undefined;
  GRPC_TLS_CERT?: string | undefined;
  GRPC_TLS_KEY?: string | undefined;
  WEBHOOK_INTERNAL_RECEIVERS: string;
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

/** The way out for webhooks by these settings. */
export function webhookSender({ WEBHOOK_INTERNAL_RECEIVERS: list }: DeliveryConfig): GuardedPoster {
  return new GuardedPoster({ internalReceivers: list.split(',').filter((entry) => entry.trim() !== '') });
}
