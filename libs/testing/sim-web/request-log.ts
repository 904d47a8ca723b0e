/** One request as the server saw it; times in monotonic milliseconds (`performance.now()`). */
export interface RequestRecord {
  host: string;
  method: string;
  /** With the query. */
  path: string;
  startedAt: number;
  /** null while the answer is under way. */
  endedAt: number | null;
  /** Counts the connections in the order of their opening. */
  connection: number;
  /** null until a status line was sent; stays null after a reset. */
  status: number | null;
  /** The fault that answered, if one did. */
  fault: string | null;
}

/** Every request in order of arrival: what politeness and overlap are judged by. */
export class RequestLog implements Iterable<RequestRecord> {
  private entries: RequestRecord[] = [];

  get records(): readonly RequestRecord[] {
    return this.entries;
  }

  get length(): number {
    return this.entries.length;
  }

  [Symbol.iterator](): Iterator<RequestRecord> {
    return this.entries[Symbol.iterator]();
  }

  add(record: RequestRecord): void {
    this.entries.push(record);
  }

  clear(): void {
    this.entries = [];
  }

  byHost(): Map<string, RequestRecord[]> {
    const hosts = new Map<string, RequestRecord[]>();
    for (const record of this.entries) {
      const list = hosts.get(record.host);
      if (list) list.push(record);
      else hosts.set(record.host, [record]);
    }
    return hosts;
  }

  of(host: string): RequestRecord[] {
    return this.entries.filter((record) => record.host === host);
  }

  /** Pairs of requests to the host that were under way at the same moment. */
  overlaps(host: string): [RequestRecord, RequestRecord][] {
    const pairs: [RequestRecord, RequestRecord][] = [];
    let open: RequestRecord[] = [];
    for (const record of this.of(host)) {
      open = open.filter((earlier) => (earlier.endedAt ?? Infinity) > record.startedAt);
      for (const earlier of open) pairs.push([earlier, record]);
      open.push(record);
    }
    return pairs;
  }

  /** Milliseconds from the start of each request to the start of the next one at the same host. */
  gaps(host: string): number[] {
    const starts = this.of(host).map((record) => record.startedAt);
    return starts.slice(1).map((start, index) => start - (starts[index] ?? start));
  }
}
