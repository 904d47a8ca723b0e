import { fileURLToPath } from 'node:url';
import { loadPackageDefinition, type ServiceDefinition, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import {
  type ArticleChangeKind,
  type ConsumerView,
  type DeliveredArticle,
  type DeliveredChange,
  type DeliveredPart,
  type DeliveryFilter,
} from '@govcrawler/contracts';
import { ALL_PARTS, type PartSet } from '../deliver-documents.js';

/*
 * How documents travel over gRPC. Names are those of the proto file in camelCase; what is null here is absent there.
 */

/** The contract; it lies beside the other contracts, in the sources as in the build. */
export const DELIVERY_PROTO = fileURLToPath(
  new URL('../../../../libs/contracts/proto/delivery.proto', import.meta.url),
);

/** The service as grpc-js knows it. */
export function deliveryService(): ServiceDefinition<UntypedServiceImplementation> {
  const definition = loadSync(DELIVERY_PROTO, { longs: String, enums: String, oneofs: true, arrays: true });
  const loaded = loadPackageDefinition(definition) as unknown as {
    govcrawler: { delivery: { v1: { Delivery: { service: ServiceDefinition<UntypedServiceImplementation> } } } };
  };
  return loaded.govcrawler.delivery.v1.Delivery.service;
}

export interface WireChange extends Omit<DeliveredChange, 'kind' | 'article'> {
  kind: ArticleChangeKind;
  article?: WireArticle;
}

export type WireArticle = Partial<Record<keyof DeliveredArticle | 'metadataJson', unknown>>;

export interface WireParts {
  parts?: string[];
  metadataOnly?: boolean;
}

export function partsFromWire({ parts = [], metadataOnly = false }: WireParts): PartSet {
  if (metadataOnly) return new Set();
  if (parts.length === 0) return ALL_PARTS;
  return new Set(parts.map((part) => part.replace('PART_', '').toLowerCase() as DeliveredPart));
}

/** Undefined when nothing is asked for. */
export function filterFromWire(filter: DeliveryFilter | null | undefined): DeliveryFilter | undefined {
  if (!filter) return undefined;
  const { siteCodes = [], deptIds = [], categories = [] } = filter;
  const asked = siteCodes.length + deptIds.length + categories.length > 0;
  return asked ? { siteCodes, deptIds, categories } : undefined;
}

export function changeToWire({ article, ...change }: DeliveredChange): WireChange {
  return article ? { ...change, article: articleToWire(article) } : change;
}

export function articleToWire({ metadata, attachments, ...article }: DeliveredArticle): WireArticle {
  const wire: WireArticle = withoutNulls(article);
  wire.metadataJson = JSON.stringify(metadata);
  if (attachments) wire.attachments = attachments.map(withoutNulls);
  return wire;
}

export function consumerToWire({ webhook: _webhook, ...consumer }: ConsumerView): object {
  return withoutNulls(consumer);
}

function withoutNulls<T extends object>(fields: T): Partial<T> {
  const given: Partial<T> = {};
  for (const key in fields) if (fields[key] !== null && fields[key] !== undefined) given[key] = fields[key];
  return given;
}
