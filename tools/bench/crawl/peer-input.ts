/** What every peer is told. Ours finds its jobs in the database, the others start at the lists. */
export interface PeerInput {
  /** Of the simulated web on this machine: every peer dials it for all hosts, as if their names led there. */
  port: number;
  hosts: string[];
  lists: string[];
  databaseUrl: string;
  redisUrl: string;
  prefix: string;
  dataDir: string;
  concurrency: number;
}
