import { type Provider, type Type } from '@nestjs/common';
import { type GatewayInfrastructure } from '../gateway-infrastructure.js';
import { AttachmentsController } from './attachments.controller.js';
import { ChangesController } from './changes.controller.js';
import { ConsumersController } from './consumers.controller.js';
import { DeliverDocuments } from './deliver-documents.js';
import { DeliveredArticlesController } from './delivered-articles.controller.js';
import { ChangeFeed, DeliverableDocuments, DocumentFiles, FeedConsumers } from './delivery-ports.js';
import { DeliveryServer } from './grpc/delivery-server.js';
import { FollowedConsumersController } from './followed-consumers.controller.js';
import { ManageConsumers } from './manage-consumers.js';
import { DocumentTools } from './mcp/document-tools.js';
import { McpController } from './mcp/mcp.controller.js';
import { PushChanges } from './push/push-changes.js';
import { EditableWebhooks, PushLeases, WebhookState } from './push/push-ports.js';
import { WebhooksController } from './push/webhooks.controller.js';
import { ReadEvidence } from './read-evidence.js';
import { ReadFeed } from './read-feed.js';
import { ExportWarc } from './warc/export-warc.js';
import { ExportsController } from './warc/exports.controller.js';

export const DELIVERY_CONTROLLERS: Type[] = [
  ChangesController,
  ConsumersController,
  FollowedConsumersController,
  DeliveredArticlesController,
  AttachmentsController,
  WebhooksController,
  ExportsController,
  McpController,
];

/** A process without the data folder delivers what the database holds. */
const NO_FILES: DocumentFiles = { read: async () => null, openStream: async () => null };

export function deliveryProviders({ database, files }: GatewayInfrastructure): Provider[] {
  return [
    { provide: ChangeFeed, useValue: database.changes },
    { provide: DeliverableDocuments, useValue: database.delivery },
    { provide: FeedConsumers, useValue: database.consumers },
    { provide: DocumentFiles, useValue: files ?? NO_FILES },
    { provide: WebhookState, useValue: database.consumers },
    { provide: EditableWebhooks, useValue: database.consumers },
    { provide: PushLeases, useValue: database.leases },
    DeliverDocuments,
    ReadFeed,
    ManageConsumers,
    ReadEvidence,
    ExportWarc,
    DocumentTools,
    PushChanges,
    DeliveryServer,
  ];
}
