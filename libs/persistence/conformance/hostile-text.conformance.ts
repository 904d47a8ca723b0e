import { type CrawlItem } from '@govcrawler/contracts';
import { type EntityMetadata } from 'typeorm';
import { TEXT_LIMITS, textLimit } from '../schema/text-limits.js';
import { cleanJson } from '../sanitise/clean-json.js';
import { shortenCode, stripForColumn, truncate } from '../sanitise/clean-text.js';
import { naughtyStrings } from '../sanitise/naughty-strings.conformance.js';
import { sampleArticle, sampleTarget, sha256, type SampleTarget } from './samples.conformance.js';
import { type TestDatabase } from './test-database.conformance.js';

/** Whatever a page says is stored, clean, in every text and JSON column of every table. */
export function describeHostileText(stand: () => TestDatabase): void {
  const hostile = naughtyStrings();
  const tables = Object.keys(TEXT_LIMITS);

  /** What must be in the column afterwards, by the pure rules (which have tests of their own). */
  const expected = (table: string, column: string, text: string): string => {
    const { kind, limit } = textLimit(table, column);
    const clean = stripForColumn(text).text;
    return kind === 'code' ? shortenCode(clean, limit).text : truncate(clean, limit).text;
  };

  describe('hostile text', () => {
    let target: SampleTarget;
    let articleId: number;
    let channelId: unknown;
    let number = 0;
    beforeAll(async () => {
      target = await sampleTarget(stand().database);
      articleId = (await stand().database.articles.store(sampleArticle(target))).articleId;
      const { dataSource } = stand();
      const channel = dataSource.entityMetadatas.find(({ tableName }) => tableName === 'alert_channel')!;
      const insert = dataSource.createQueryBuilder().insert().into(channel.target).values(rowOf(channel, 'channel'));
      channelId = (await insert.execute()).identifiers[0]!['id'];
    });

    // Rows that a table's columns point to, and what its unique keys need.
    const rowOf = (metadata: EntityMetadata, text: string): Record<string, unknown> => {
      const row: Record<string, unknown> = {};
      number += 1;
      for (const column of metadata.columns) {
        const { propertyName: property } = column;
        const type = String(column.type);
        if (column.isGenerated) continue;
        if (property === 'siteId') row[property] = target.siteId;
        else if (property === 'targetId') row[property] = target.targetId;
        else if (property === 'articleId') row[property] = articleId;
        else if (property === 'channelId') row[property] = channelId;
        else if (/char|text/.test(type)) row[property] = text;
        else if (type.startsWith('json')) row[property] = { [text]: [text, { deep: text }] };
        else if (/int/.test(type) && !column.isNullable) row[property] = 1_000_000 + number;
        else if (/time/.test(type) && !column.isNullable) row[property] = new Date(0);
        else if (/blob|bytea/.test(type) && !column.isNullable) row[property] = Buffer.from('x');
      }
      return row;
    };

    /** Unique texts get a number in front, so that two hostile texts that become one still make two rows. */
    const withUniqueTexts = (metadata: EntityMetadata, row: Record<string, unknown>): Record<string, unknown> => {
      const unique = [
        ...metadata.primaryColumns.map(({ propertyName }) => propertyName),
        ...metadata.indices
          .filter(({ isUnique }) => isUnique)
          .flatMap(({ columns }) => columns.map((c) => c.propertyName)),
      ].filter((property) => typeof row[property] === 'string');
      return {
        ...row,
        ...Object.fromEntries(unique.map((property) => [property, `${number}:${String(row[property])}`])),
      };
    };

    it.each(tables)(
      'is stored clean in every column of %s',
      async (table) => {
        const { dataSource } = stand();
        const metadata = dataSource.entityMetadatas.find(({ tableName }) => tableName === table)!;
        const texts = metadata.columns.filter(({ type }) => /char|text/.test(String(type)));
        expect(texts.length).toBeGreaterThan(0);
        for (const text of hostile) {
          const row = withUniqueTexts(metadata, rowOf(metadata, text));
          const key = metadata.primaryColumns[0]!;
          const insert = dataSource.createQueryBuilder().insert().into(metadata.target).values(row);
          const { identifiers } = await insert.execute();
          const id = key.isGenerated
            ? identifiers[0]![key.propertyName]
            : typeof row[key.propertyName] === 'string'
              ? expected(table, key.databaseName, String(row[key.propertyName]))
              : row[key.propertyName];
          const stored = (await dataSource
            .createQueryBuilder(metadata.target, 'row')
            .where(`row.${key.propertyName} = :id`, { id })
            .getOneOrFail()) as Record<string, unknown>;
          for (const { propertyName, databaseName, type } of metadata.columns) {
            if (/char|text/.test(String(type))) {
              expect([databaseName, stored[propertyName]]).toEqual([
                databaseName,
                expected(table, databaseName, String(row[propertyName])),
              ]);
            }
            if (String(type).startsWith('json'))
              expect(stored[propertyName]).toEqual(cleanJson(row[propertyName]).value);
          }
          await dataSource
            .createQueryBuilder()
            .delete()
            .from(metadata.target)
            .where(`${key.databaseName} = :id`, { id })
            .execute();
        }
      },
      120_000,
    );

    it('is cleaned in updates too', async () => {
      const { database, dataSource } = stand();
      const command = sampleArticle(target);
      await database.articles.store(command);
      for (const [index, text] of hostile.entries()) {
        const contentHash = sha256(`update ${index}`);
        const result = await database.articles.store({
          ...command,
          title: text,
          metadata: { [text]: text },
          contentHash,
        });
        expect(result.kind).toBe('updated');
        const detail = (await database.articles.detail(result.articleId))!;
        expect(detail.title).toBe(expected('article', 'title', text));
        expect(detail.metadataJson).toEqual(cleanJson({ [text]: text }).value);
      }
      const rows = await dataSource.query(`SELECT COUNT(*) AS n FROM article_revision`);
      expect(Number(rows[0].n)).toBeGreaterThanOrEqual(hostile.length);
    }, 120_000);

    it('passes through every door of the library without losing anything', async () => {
      const { database } = stand();
      const lease = (await database.leases.acquire(target.hostKey, 'hostile', 600_000))!;
      const fence = { hostKey: target.hostKey, token: lease.token };
      for (const [index, text] of hostile.entries()) {
        const url = `https://example.gov.cn/hostile/${target.siteCode}/${index}`;
        const metadata = { [text]: text };
        const item = {
          ...sampleArticle(target),
          siteCode: text,
          bodyHtml: text,
          pinned: false,
        } as unknown as CrawlItem;
        await database.pending.add(target.targetId, [{ ...item, url, urlHash: sha256(url), title: text }], fence);
        await database.pending.reschedule(target.targetId, sha256(url), { reason: text, nextTryAt: new Date(0) }, null);
        const stored = await database.articles.store({
          ...sampleArticle(target, { url, fence }),
          nativePostId: `${index}:${text}`,
          title: text,
          finalUrl: text,
          sourceRaw: text,
          publisher: text,
          channelName: text,
          channelPath: text,
          contentCategory: text,
          contentSubcategory: text,
          indexNo: text,
          docNo: text,
          topicWords: text,
          openCategory: text,
          metadata,
          contentText: text,
          contentHtml: text,
          markdown: text,
          rawHtmlPath: text,
          textPath: text,
          publishDate: text,
          attachments: [{ url: `${url}/${text}`, name: text }],
        });
        expect(stored.kind).toBe('created');
        const candidate = { urlHash: sha256('elsewhere'), nativePostId: `${index}:${text}` };
        expect(await database.articles.findKnown(target.siteId, [candidate])).toMatchObject(
          [stored.articleId].map((id) => ({ articleId: id })),
        );
        await database.articles.search({ siteCode: text, targetCode: text, q: text, limit: 1, offset: 0 });
        await database.logs.append({
          siteId: target.siteId,
          targetId: target.targetId,
          success: false,
          httpStatus: null,
          fetchStrategy: null,
          durationMs: Number.NaN,
          errorMsg: text,
          url: text,
        });
        await database.settings.set(`${index}:${text}`, { [text]: text });
        expect(await database.settings.get(`${index}:${text}`)).toEqual(cleanJson({ [text]: text }).value);
        const department = await database.departments.upsert({
          fullName: `${index}:${text}`,
          shortName: text,
          region: text,
          category: text,
        });
        expect(await database.departments.upsert({ ...department, region: null })).toMatchObject({
          deptId: department.deptId,
        });
        await database.users.upsert({ username: `${index}:${text}`, passwordHash: text, role: 'admin' });
        await database.users.upsert({ username: `${index}:${text}`, passwordHash: 'changed', role: 'admin' });
        await database.users.findByName(text);
        await database.sites.findByCode(text);
        expect(await database.targets.planFor(text)).toBeNull();
        const { job } = await database.jobs.create({
          targetId: target.targetId,
          hostKey: target.hostKey,
          trigger: 'cli',
          tick: null,
          force: false,
          maxItems: null,
        });
        await database.jobs.claim(job.id, fence, text);
        await database.jobs.finish(job.id, lease.token, { state: 'failed', summary: null, error: text });
        expect(await database.leases.acquire(`${index}:${text}`, text, 1000)).toMatchObject({ token: 1 });
      }
    }, 120_000);

    it('is reported with table, field and amount', async () => {
      const { database, warnings } = stand();
      warnings.splice(0);
      const command = sampleArticle(target, {
        title: `a\u0000b${'x'.repeat(5000)}`,
        metadata: { note: '\uD800' },
        publishDate: '2026-02-31',
      });
      await database.articles.store(command);
      expect(warnings).toEqual([
        expect.objectContaining({ table: 'article', field: 'title', removed: 1, cut: 1002, limit: 4000 }),
        expect.objectContaining({ table: 'article', field: 'publish_date', removed: 1, invalid: '2026-02-31' }),
        expect.objectContaining({ table: 'article', field: 'metadata_json', removed: 1 }),
      ]);
    });
  });
}
