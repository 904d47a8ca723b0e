/** What every peer is told. Ours finds its jobs in the database, the others start at the lists. */
export interface PeerInput {
  /** Of the simulated web; it also serves as HTTP proxy, so that peers may use the real addresses. */
  port: number;
  hosts: string[];
  lists: string[];
  databaseUrl: string;
  redisUrl: string;
  prefix: string;
  dataDir: string;
  concurrency: number;
}
