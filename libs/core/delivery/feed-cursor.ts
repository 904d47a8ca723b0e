/** A place in the change feed, as clients carry it around. */
export interface FeedCursor {
  seq: number;
  /** Which life of the consumer it belongs to; a reset begins a new one. */
  epoch: number;
}

const FORM = /^f1\.(\d{1,15})\.(\d{1,9})$/;

/** Clients must not read it, compare it or count with it: its form may change. */
export function encodeFeedCursor({ seq, epoch }: FeedCursor): string {
  return Buffer.from(`f1.${seq}.${epoch}`, 'latin1').toString('base64url');
}

/** Null for anything that was not made by `encodeFeedCursor`. */
export function decodeFeedCursor(text: string): FeedCursor | null {
  if (!/^[\w-]{1,64}$/.test(text)) return null;
  const [, seq, epoch] = FORM.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  return seq === undefined || epoch === undefined ? null : { seq: Number(seq), epoch: Number(epoch) };
}

/** A place in a list ordered by id. */
export function encodeIdCursor(id: number): string {
  return Buffer.from(`i1.${id}`, 'latin1').toString('base64url');
}

export function decodeIdCursor(text: string): number | null {
  if (!/^[\w-]{1,64}$/.test(text)) return null;
  const [, id] = /^i1\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  return id === undefined ? null : Number(id);
}
