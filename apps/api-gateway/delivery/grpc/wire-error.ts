import { status } from '@grpc/grpc-js';
import { type FeedRefusal } from '../read-feed.js';

/** A refusal that the caller is told of. */
export class WireError extends Error {
  constructor(
    readonly code: status,
    message: string,
  ) {
    super(message);
  }
}

const CODES: Record<FeedRefusal, status> = {
  consumer_not_found: status.NOT_FOUND,
  cursor_invalid: status.INVALID_ARGUMENT,
  cursor_ahead: status.OUT_OF_RANGE,
  cursor_superseded: status.FAILED_PRECONDITION,
  filter_not_allowed: status.INVALID_ARGUMENT,
};

/** A refusal of the feed; its name is the message, the same as the code of the REST problem. */
export function refusal(reason: FeedRefusal): WireError {
  return new WireError(CODES[reason], reason);
}
