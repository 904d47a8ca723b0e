import { createHash, randomUUID } from 'node:crypto';
import { type StoreArticle } from '@govcrawler/persistence';
import { type GatewayStand, siteFile } from '../gateway-stand.conformance.js';

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** A site of its own, and a way to put documents into it. */
export async function deliverySite(stand: GatewayStand) {
  const code = `s${randomUUID().replaceAll('-', '').slice(0, 10)}`;
  await stand.database.sites.syncFromFile(siteFile(code, ['tzgg']), `${code}.yaml`);
  const { site, target } = (await stand.database.targets.planFor(`${code}__tzgg`))!;
  const store = async (text: string, overrides: Partial<StoreArticle> = {}) => {
    const url = overrides.url ?? `http://www.${code}.gov.cn/${randomUUID()}.html`;
    const raw = Buffer.from(`<html><body>${text}</body></html>`);
    const place = { siteCode: code, targetCode: target.code, date: new Date(), name: sha256(url).slice(0, 40) };
    return stand.database.articles.store({
      siteId: site.id,
      targetId: target.id,
      deptId: null,
      url,
      finalUrl: url,
      urlHash: sha256(url),
      nativePostId: null,
      title: '关于做好防汛工作的通知',
      publishTime: new Date('2026-03-01T02:00:00Z'),
      publishDate: '2026-03-01',
      writtenDate: '2026-02-27',
      sourceRaw: null,
      publisher: '市应急管理局',
      channelName: '通知公告',
      channelPath: null,
      contentCategory: '通知',
      contentSubcategory: null,
      indexNo: 'A0001',
      docNo: '某府〔2026〕1号',
      topicWords: null,
      openCategory: null,
      validity: 'effective',
      metadata: { list: { position: 1 } },
      contentText: text,
      contentHtml: `<p>${text}</p>`,
      markdown: text,
      contentHash: sha256(text),
      rawSha256: sha256(raw),
      rawHtmlPath: await stand.files.saveRaw(place, raw),
      textPath: await stand.files.saveText(place, text),
      status: 'ready',
      fetchStrategy: 'httpx',
      httpStatus: 200,
      responseHeaders: { 'content-type': 'text/html; charset=gbk' },
      durationMs: 10,
      fetchedAt: new Date('2026-03-02T00:00:00Z'),
      attachments: [],
      fence: null,
      ...overrides,
    });
  };
  const remove = (id: number) => stand.database.articleDeletions.remove([id], { username: 't', requestId: null });
  return { code, store, remove, targetCode: target.code };
}

/** A downloaded file of a document, with its text. */
export async function giveAttachment(
  stand: GatewayStand,
  articleId: number,
  { bytes, text }: { bytes: Buffer; text: string },
): Promise<number> {
  const [file] = (await stand.database.delivery.filesOf([articleId])).get(articleId)!;
  const place = { siteCode: 'x', targetCode: 'y', articleId };
  const stored = await stand.files.saveAttachment({ ...place, filename: '附件 1.pdf' }, bytes);
  const read = await stand.files.saveAttachment({ ...place, filename: '1.txt' }, Buffer.from(text));
  const hostKey = `h-${randomUUID()}`;
  const lease = (await stand.database.leases.acquire(hostKey, 'test', 60_000))!;
  const facts = { filePath: stored.path, filename: '附件 1.pdf', mime: 'application/pdf', sizeBytes: bytes.length };
  await stand.database.attachments.saveDownloaded(
    file!.id,
    { ...facts, sha256: stored.sha256 },
    { hostKey, token: lease.token },
  );
  await stand.database.attachments.saveText(stored.sha256, {
    textStatus: 'ready',
    textReason: null,
    textPath: read.path,
  });
  return file!.id;
}
