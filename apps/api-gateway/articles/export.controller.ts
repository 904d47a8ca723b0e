import { once } from 'node:events';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { NeedsScope } from '../auth/scope.decorator.js';
import { BooleanField, ChoiceField } from '../http/field-rules.js';
import { FilterQuery } from './articles.controller.js';
import { ArticleStream, EXPORT_FORMATS, exportArticles, type ExportFormat } from './export-articles.js';
import { indexFilter } from './search-articles.js';

class ExportQuery extends FilterQuery {
  /** csv opens in spreadsheets, jsonl is one JSON object per line. */
  @ChoiceField(EXPORT_FORMATS)
  format: ExportFormat = 'csv';

  /** With the whole text. */
  @BooleanField()
  text = false;
}

const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' };

@Controller('admin/api/articles')
export class ExportController {
  constructor(private readonly articles: ArticleStream) {}

  /** The articles that a search finds, as a file; it is sent while it is written. */
  @Get('export')
  @NeedsScope('export:read')
  @ApiProduces('text/csv', 'application/x-ndjson')
  async export(
    @Query() { format, text, ...filter }: ExportQuery,
    @Req() { method }: Request,
    @Res() response: Response,
  ): Promise<void> {
    const name = `articles-${new Date().toISOString().slice(0, 10)}.${format}`;
    response.set({ 'Content-Type': TYPES[format], 'Content-Disposition': `attachment; filename="${name}"` });
    // Whoever asks for the headers alone must not have a million rows read for nothing.
    if (method === 'HEAD') return void response.end();
    for await (const { lines } of exportArticles(this.articles, indexFilter(filter), { format, text })) {
      if (response.destroyed) return;
      if (response.write(lines)) continue;
      const waited = new AbortController();
      const happens = (event: string) => once(response, event, { signal: waited.signal });
      await Promise.race([happens('drain'), happens('close')]).finally(() => waited.abort());
    }
    response.end();
  }
}
