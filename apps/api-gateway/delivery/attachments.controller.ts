import { Controller, Get, Param, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { NeedsScope } from '../auth/scope.decorator.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { DeliverableDocuments, DocumentFiles } from './delivery-ports.js';
import { answerCached } from './entity-tag.js';

/** Attachments byte for byte, and the text that was read of them. */
@Controller('api/v1/attachments')
export class AttachmentsController {
  constructor(
    private readonly documents: DeliverableDocuments,
    private readonly files: DocumentFiles,
  ) {}

  /** Always as a download of unknown type: what a site calls a document may be anything. */
  @Get(':id')
  @NeedsScope('articles:read')
  @ApiProduces('application/octet-stream')
  async read(
    @Param('id', IdPipe) id: number,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile | undefined> {
    const file = await this.documents.file(id);
    if (!file) throw new ProblemException('attachment_not_found', { detail: `没有编号为 ${id} 的附件` });
    if (file.filePath === null || file.sha256 === null) throw absent(id, '附件尚未下载');
    if (answerCached(request, response, file.sha256)) return undefined;
    const opened = await this.files.openStream(file.filePath);
    if (!opened) throw absent(id, '附件文件不在存储中');
    response.set({
      'Repr-Digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
      'X-Content-Type': typeOf(file.mime),
    });
    return new StreamableFile(opened.stream, {
      type: 'application/octet-stream',
      length: opened.sizeBytes,
      disposition: `attachment; filename*=UTF-8''${encodeURIComponent(file.filename ?? `attachment-${id}`)}`,
    });
  }

  @Get(':id/text')
  @NeedsScope('articles:read')
  @ApiProduces('text/plain')
  async readText(@Param('id', IdPipe) id: number): Promise<StreamableFile> {
    const file = await this.documents.file(id);
    if (!file) throw new ProblemException('attachment_not_found', { detail: `没有编号为 ${id} 的附件` });
    const opened = file.textPath === null ? null : await this.files.openStream(file.textPath);
    if (!opened) throw absent(id, `没有可用的文字（${file.textStatus ?? '尚未读取'}）`);
    return new StreamableFile(opened.stream, { type: 'text/plain; charset=utf-8', length: opened.sizeBytes });
  }
}

/** Servers elsewhere say anything; a header takes less. */
function typeOf(mime: string | null): string {
  return /^[\w.+-]+\/[\w.+-]+/.exec(mime ?? '')?.[0] ?? 'application/octet-stream';
}

function absent(id: number, why: string): ProblemException {
  return new ProblemException('file_not_found', { detail: `附件 ${id}：${why}` });
}
