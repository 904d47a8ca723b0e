import { type BrowserPool } from './browser-pool.js';
import { renderPage, type RenderedPage, type RenderOrder } from './render-page.js';

/** Turns an address into the page that a visitor would see; rejects when there is none, or no browser. */
export interface PageRenderer {
  render(host: string, order: RenderOrder, signal: AbortSignal): Promise<RenderedPage>;
  /** Forgets the cookies and storage of a host, where any are kept. */
  forget(host: string): Promise<void>;
  close(): Promise<void>;
}

/** On pages of a browser that we steer ourselves. */
export class PooledRenderer implements PageRenderer {
  constructor(private readonly pool: BrowserPool) {}

  render(host: string, order: RenderOrder, signal: AbortSignal): Promise<RenderedPage> {
    const isPrivate = order.secret !== undefined;
    return this.pool.withPage(host, signal, (page, context) => renderPage(page, context, order), isPrivate);
  }

  forget(host: string): Promise<void> {
    return this.pool.forget(host);
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
