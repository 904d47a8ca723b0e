import cliProgress from 'cli-progress';
import { cells } from './summary-table.js';

/** How far one site is. */
export interface SiteProgress {
  done: number;
  /** Documents known to be ahead; grows while lists are read. */
  total: number;
  title: string;
}

/** One bar per site on a terminal; a line now and then where output goes to a file. */
export class DemoProgress {
  private readonly bars: cliProgress.MultiBar | null;
  private readonly bySite = new Map<string, cliProgress.SingleBar>();
  private lastLineAt = 0;

  constructor(private readonly output: NodeJS.WriteStream) {
    this.bars = output.isTTY
      ? new cliProgress.MultiBar(
          { stream: output, clearOnComplete: true, hideCursor: true, format: ' {site} {bar} {value}/{total}  {title}' },
          cliProgress.Presets.shades_classic,
        )
      : null;
  }

  show(progress: ReadonlyMap<string, SiteProgress>): void {
    if (!this.bars) return this.line(progress);
    const width = Math.max(...[...progress.keys()].map(cells));
    for (const [site, { done, total, title }] of progress) {
      const shown = { site: site + ' '.repeat(width - cells(site)), title: [...title].slice(0, 24).join('') };
      const bar = this.bySite.get(site) ?? this.bars.create(total, done, shown);
      this.bySite.set(site, bar);
      bar.setTotal(total);
      bar.update(done, shown);
    }
  }

  end(): void {
    this.bars?.stop();
  }

  private line(progress: ReadonlyMap<string, SiteProgress>): void {
    if (performance.now() - this.lastLineAt < 2000) return;
    this.lastLineAt = performance.now();
    const sites = [...progress.values()];
    const done = sites.reduce((sum, site) => sum + site.done, 0);
    const total = sites.reduce((sum, site) => sum + site.total, 0);
    this.output.write(`crawling ${sites.length} sites: ${done} of ${total} documents\n`);
  }
}
