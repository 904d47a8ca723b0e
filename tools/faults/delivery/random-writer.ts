import { createHash } from 'node:crypto';
import { siteFileSchema } from '@govcrawler/contracts';
import { type Database } from '@govcrawler/persistence';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const ACTOR = { username: 'faults', requestId: null };
const CATEGORIES = ['通知', '公告', '政策'];

interface WrittenTarget {
  siteId: number;
  targetId: number;
  siteCode: string;
}

/** Sites that documents are written into. */
export async function makeTargets(database: Database, count: number): Promise<WrittenTarget[]> {
  const targets: WrittenTarget[] = [];
  for (let n = 0; n < count; n += 1) {
    const siteCode = `faults${n}`;
    const base = `http://${siteCode}.gov.cn/`;
    const columns = [{ column_id: 'a', name: '通知', list_url: `${base}a/` }];
    const file = siteFileSchema.parse({ site_id: siteCode, site_name: siteCode, base_url: base, columns });
    await database.sites.syncFromFile(file, `${siteCode}.yaml`);
    const plan = (await database.targets.planFor(`${siteCode}__a`))!;
    targets.push({ siteId: plan.site.id, targetId: plan.target.id, siteCode });
  }
  return targets;
}

/** Does one random thing to the documents: insert, update, withdraw or delete. */
export class RandomWriter {
  readonly done = { stored: 0, withdrawn: 0, deleted: 0, failed: 0 };
  private made = 0;

  constructor(
    private readonly database: Database,
    private readonly targets: readonly WrittenTarget[],
    private readonly random: () => number,
  ) {}

  async step(): Promise<void> {
    const target = this.pick(this.targets);
    const roll = this.random();
    try {
      if (roll < 0.78) await this.store(target);
      else if (roll < 0.9) await this.delete(target);
      else await this.withdraw(target);
    } catch {
      this.done.failed += 1; // its connection was cut: whatever it was doing did not happen
    }
  }

  private async store(target: WrittenTarget): Promise<void> {
    // A quarter of the addresses are new ones; the others may be known, deleted or withdrawn.
    const n = this.random() < 0.25 ? (this.made += 1) : Math.floor(this.random() * Math.max(1, this.made));
    const url = `http://${target.siteCode}.gov.cn/${n}.html`;
    const text = `第一条 ${this.random()}。`;
    await this.database.articles.store({
      ...{ siteId: target.siteId, targetId: target.targetId, deptId: null, url, finalUrl: url, urlHash: sha256(url) },
      ...{
        nativePostId: null,
        title: `通知 ${n}`,
        publishTime: new Date('2026-03-01T00:00:00Z'),
        publishDate: '2026-03-01',
        writtenDate: null,
      },
      ...{ sourceRaw: null, publisher: null, channelName: null, channelPath: null, contentSubcategory: null },
      ...{ contentCategory: this.pick(CATEGORIES), indexNo: null, docNo: null, topicWords: null, openCategory: null },
      ...{ validity: null, metadata: {}, contentText: text, contentHtml: text, markdown: text },
      ...{ contentHash: sha256(text), rawSha256: null, rawHtmlPath: null, textPath: null, status: 'ready' },
      ...{
        fetchStrategy: 'httpx',
        httpStatus: 200,
        durationMs: 1,
        fetchedAt: new Date(),
        attachments: [],
        fence: null,
      },
    });
    this.done.stored += 1;
  }

  private async delete(target: WrittenTarget): Promise<void> {
    const victim = await this.victim(target);
    if (victim)
      this.done.deleted += (await this.database.articleDeletions.remove([victim.id], ACTOR)).articleIds.length;
  }

  /** Two whole listings without it. */
  private async withdraw(target: WrittenTarget): Promise<void> {
    const victim = await this.victim(target);
    if (!victim) return;
    for (let listing = 0; listing < 2; listing += 1) {
      const filter = { siteCodes: [target.siteCode] };
      const listed = await this.database.delivery.list({ afterId: 0, limit: 10_000, filter }, { bodies: false });
      const rows = listed
        .filter(({ id, withdrawnAt }) => id !== victim.id && withdrawnAt === null)
        .map(({ url }) => ({ urlHash: sha256(url), nativePostId: null }));
      const { withdrawn } = await this.database.listings.completed(
        target.targetId,
        { end: 'whole', rows, newerThan: '2020-01-01' },
        new Date(),
        null,
      );
      this.done.withdrawn += withdrawn;
    }
  }

  private async victim({ siteCode }: WrittenTarget) {
    const filter = { siteCodes: [siteCode] };
    const some = await this.database.delivery.list({ afterId: 0, limit: 50, filter }, { bodies: false });
    return some.length === 0 ? null : this.pick(some);
  }

  private pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]!;
  }
}
