import { type Writable } from 'node:stream';
import { type FetchFailure, type FetchRequest, type FetchResult } from '@govcrawler/contracts';
import {
  type FetchedFile,
  type HostView,
  OutboundFetcher,
  type RobotsDecision,
  type RobotsQuestion,
} from '@govcrawler/fetch';
import { readArticle } from './read-article.js';

/** The door, which knows bytes, with a reader behind it for requests that ask for the article. */
export class ArticleFetcher extends OutboundFetcher {
  constructor(private readonly door: OutboundFetcher) {
    super();
  }

  async fetch(request: FetchRequest): Promise<FetchResult> {
    const result = await this.door.fetch(request);
    if (!request.article || !result.ok) return result;
    const article = readArticle(result, new Date());
    return article ? { ...result, article } : result;
  }

  fetchToSink(request: FetchRequest, sink: Writable): Promise<FetchedFile | FetchFailure> {
    return this.door.fetchToSink(request, sink);
  }

  robotsAllows(url: string, question?: RobotsQuestion): Promise<RobotsDecision | FetchFailure> {
    return this.door.robotsAllows(url, question);
  }

  hosts(): Promise<HostView[]> {
    return this.door.hosts();
  }

  close(): Promise<void> {
    return this.door.close();
  }
}
