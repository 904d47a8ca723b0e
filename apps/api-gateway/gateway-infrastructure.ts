import { type Readable } from 'node:stream';
import { type ModelSetup } from '@govcrawler/agents';
import { type Database } from '@govcrawler/persistence';
import { type Logger, type SiteFolder } from '@govcrawler/platform';
import { type EventPace } from './events/live-events.js';
import { type HostControls } from './hosts/host-controls.js';
import { type Secrets } from './webhooks/seal-secrets.js';
import { type WebhookSender } from './webhooks/webhook-sender.js';
import { type JobLanes } from './targets/run-target.js';

/** The time, so that tests can move it. */
export abstract class Clock {
  abstract now(): Date;
}

/** Files of stored documents. */
export abstract class StoredFiles {
  /** False when there was no such file. */
  abstract remove(path: string): Promise<boolean>;
  /** Where it lies on this machine; null when there is no such file. */
  abstract locate(path: string): Promise<string | null>;
  /** Null when there is no such file. */
  abstract read(path: string): Promise<Buffer | null>;
  abstract openStream(path: string): Promise<{ sizeBytes: number; stream: Readable } | null>;
  /** Space on their disk. */
  abstract freeSpace(): Promise<{ freeBytes: number; totalBytes: number }>;
}

/** What the process opens and hands to the gateway: the all-in-one process and the cluster's own do it differently. */
export abstract class GatewayInfrastructure {
  /** embedded: everything in one process; cluster: one process per service. */
  abstract readonly mode: 'embedded' | 'cluster';
  abstract readonly database: Database;
  abstract readonly lanes: JobLanes;
  /** The lanes of work that is no crawl. */
  abstract readonly errandLanes: JobLanes;
  /** The built console; null where someone else serves it. */
  abstract readonly consoleFolder: string | null;
  abstract readonly logger: Logger;
  /** How hosts are asked; without it nothing is known about them and nothing can be decided. */
  readonly hosts?: HostControls;
  /** How old figures that are dear to count may be; tests want them fresh. */
  readonly maxFigureAgeMs?: number;
  readonly clock?: Clock;
  readonly eventPace?: EventPace;
  /** The data folder; without it no stored page is shown, and deleted articles leave their files behind (logged). */
  readonly files?: StoredFiles;
  /** Where site files are; without it none are written. */
  readonly siteFolder?: SiteFolder;
  /** The way out for webhooks and alerts; without it nothing is sent. */
  readonly webhooks?: WebhookSender;
  /** Seals what is secret in the database; without it no secret is stored. */
  readonly secrets?: Secrets | null;
  /** The language model of this installation; absent: none is configured. */
  readonly model?: ModelSetup | null;
}
