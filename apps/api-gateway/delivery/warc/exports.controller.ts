import { Readable } from 'node:stream';
import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { NeedsScope } from '../../auth/scope.decorator.js';
import { Clock } from '../../gateway-infrastructure.js';
import { CodeField, DayField } from '../../http/field-rules.js';
import { ProblemException } from '../../http/problem.js';
import { ExportWarc } from './export-warc.js';

class WarcQuery {
  @CodeField()
  site?: string;

  /** Day of fetching, in Beijing. */
  @DayField()
  day?: string;
}

/** Stored pages in the form that web archives exchange. */
@Controller('api/v1/exports')
export class ExportsController {
  constructor(
    private readonly warc: ExportWarc,
    private readonly clock: Clock,
  ) {}

  @Get('warc')
  @NeedsScope('export:read')
  @ApiProduces('application/warc')
  exportWarc(@Query() scope: WarcQuery): StreamableFile {
    if (scope.site === undefined && scope.day === undefined) {
      throw new ProblemException('validation_failed', { errors: [{ field: 'site', message: '必须给出站点或日期' }] });
    }
    const records = Readable.from(this.warc.records(scope, this.clock.now()), { objectMode: false });
    return new StreamableFile(records, {
      type: 'application/warc',
      disposition: `attachment; filename="${this.warc.fileName(scope)}"`,
    });
  }
}
