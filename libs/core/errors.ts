/** Errors named by what the caller must do. Expected outcomes are values, not these. */
export abstract class GovCrawlerError extends Error {
  /** Stable, for logs, job rows and problem documents. */
  abstract readonly code: string;
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Trying again cannot help: wrong input, refused address, page that does not exist. */
export class PermanentError extends GovCrawlerError {
  readonly code: string = 'permanent';
}

/** Trying again later may help: reset connection, database restart. */
export class TransientError extends GovCrawlerError {
  readonly code: string = 'transient';
}

/** The site or our own politeness asks to wait. */
export class ThrottledError extends GovCrawlerError {
  readonly code: string = 'throttled';
  constructor(
    message: string,
    readonly retryAfterSec: number,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** The page arrived but is not what the selectors or the adapter expect: a person must look. */
export class SiteChangedError extends GovCrawlerError {
  readonly code: string = 'site_changed';
}

/** The operator must change configuration; the message lists every problem found. */
export class ConfigError extends GovCrawlerError {
  readonly code: string = 'config';
}

/** Nothing can be stored until a person makes room. */
export class DiskFullError extends GovCrawlerError {
  readonly code: string = 'disk_full';
}

/** The holder of a host lease lost it: its writes are refused, another worker carries on. */
export class LeaseLostError extends GovCrawlerError {
  readonly code: string = 'lease_lost';
}
