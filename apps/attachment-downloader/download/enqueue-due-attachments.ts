import { hostKey } from '@govcrawler/core';
import { type AttachmentRepository } from '@govcrawler/persistence';
import { type HostLanes } from '@govcrawler/queue';

/** Files that are fetched from one host at the same time, in the whole cluster. */
const LANES_PER_HOST = 2;
const BATCH = 200;
/** An attachment that is neither stored nor failed by then is put on its lane again; adding it twice is harmless. */
const AGAIN_IN_MS = 10 * 60_000;
/** Addresses that are none: the door refuses them, and the row says so. */
const NO_HOST = 'invalid';

/** The lane of a file. A lane runs one job at a time, so the number of lanes is the concurrency on the host. */
export function attachmentLane(id: number, url: string): string {
  return `${URL.canParse(url) ? hostKey(url) : NO_HOST}#${id % LANES_PER_HOST}`;
}

/** Puts what is due on its lane and returns how many that were. Rows are the truth: whatever a queue loses comes back. */
export function enqueueDueAttachments(attachments: AttachmentRepository, lanes: HostLanes): Promise<number> {
  return attachments.handOverDue(BATCH, AGAIN_IN_MS, async (due) => {
    await lanes.reconcile(due.map(({ id, url }) => ({ id, hostKey: attachmentLane(id, url) })));
  });
}
