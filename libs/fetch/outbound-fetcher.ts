import { type Writable } from 'node:stream';
import { type FetchedPage, type FetchFailure, type FetchRequest, PageFetcher } from '@govcrawler/contracts';
import { type HostView } from './politeness/host-state.js';
import { type RobotsDecision } from './robots/robots-cache.js';

/** A file that went to a sink: everything of a page but its body. */
export type FetchedFile = Omit<FetchedPage, 'body'> & { bytes: number };

/** How a robots question is asked. */
export type RobotsQuestion = { onError?: 'allow' | 'deny' } & Pick<FetchRequest, 'pace' | 'signal'>;

/** The whole door, wherever it stands: in this process, or in the fetch service behind gRPC. */
export abstract class OutboundFetcher extends PageFetcher {
  /** Streams a file into `sink`, which is ended on success and destroyed on failure; rejects only when the sink fails. */
  abstract fetchToSink(request: FetchRequest, sink: Writable): Promise<FetchedFile | FetchFailure>;
  /** What robots.txt says about an address; a failure only when the question itself has to wait. */
  abstract robotsAllows(url: string, question?: RobotsQuestion): Promise<RobotsDecision | FetchFailure>;
  /** Every host met lately, its state and why. */
  abstract hosts(): Promise<HostView[]>;
  abstract close(): Promise<void>;
}
