import { type ServerWritableStream } from '@grpc/grpc-js';
import { type PartSet } from '../deliver-documents.js';
import { cursorOf, type DeliveredPage, type FeedPlace, type ReadFeed } from '../read-feed.js';
import { changeToWire } from './delivery-wire.js';
import { writeFully } from './write-fully.js';

/** Documents in memory at any moment: this page and the next. */
const PAGE = 200;
/** A silent follower is told of where it stands this often; it keeps connections and filtered cursors alive. */
const IDLE_MS = 15_000;

/**
 * Sends the feed from a place on. The next page is read while this one is sent, and none before the one sent has been
 * taken: a slow reader holds two pages in memory, not the feed.
 */
export async function sendChanges(
  call: ServerWritableStream<unknown, object>,
  feed: ReadFeed,
  from: FeedPlace,
  { parts, follow }: { parts: PartSet; follow: boolean },
  signal: AbortSignal,
): Promise<void> {
  const ahead = (place: FeedPlace): Promise<DeliveredPage> => {
    const page = feed.page(place, PAGE, parts);
    // A reader that goes away leaves it unawaited: its failure must not end the process.
    page.catch(() => undefined);
    return page;
  };
  let next = ahead(from);
  while (!signal.aborted) {
    const page = await next;
    if (!page.caughtUp) next = ahead(page.place);
    await sendPage(call, page, signal);
    if (!page.caughtUp) continue;
    if (!follow) return;
    while (!(await feed.waitForMore(page.place, IDLE_MS, signal)) && !signal.aborted) {
      await writeFully(call, { cursor: cursorOf(page.place), caughtUp: true }, signal);
    }
    next = ahead(page.place);
  }
}

/** The cursor comes with the last change of a page, or alone where the filter left nothing of it. */
async function sendPage(
  call: ServerWritableStream<unknown, object>,
  { items, place, caughtUp }: DeliveredPage,
  signal: AbortSignal,
): Promise<void> {
  const end = { cursor: cursorOf(place), caughtUp };
  for (const [at, item] of items.entries()) {
    const change = changeToWire(item);
    await writeFully(call, at === items.length - 1 ? { change, ...end } : { change }, signal);
  }
  if (items.length === 0) await writeFully(call, end, signal);
}
