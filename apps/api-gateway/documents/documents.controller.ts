import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import {
  type AttachmentFileView,
  type AttachmentTextView,
  type RevisionRow,
  type RevisionView,
} from '@govcrawler/contracts';
import { ApiProduces } from '@nestjs/swagger';
import { type Response } from 'express';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { Needs } from '../auth/role.decorator.js';
import { BooleanField, IntField } from '../http/field-rules.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { DownloadAgain } from './download-again.js';
import { ReadDocuments } from './read-documents.js';
import { sandboxed } from './sandboxed.js';

class OriginalQuery {
  /** Without it the page of today. */
  @IntField({ min: 1, max: 2_147_483_647 })
  revision?: number;
}

class ContentQuery {
  /** Shows pictures and plain text in place; anything else is saved as a file all the same. */
  @BooleanField()
  inline = false;
}

/** What was kept of each document. Nothing from elsewhere leaves unsandboxed. */
@Controller('admin/api')
export class DocumentsController {
  constructor(
    private readonly documents: ReadDocuments,
    private readonly downloads: DownloadAgain,
  ) {}

  @Get('articles/:id/revisions')
  async revisions(@Param('id', IdPipe) id: number): Promise<RevisionRow[]> {
    return (await this.documents.revisions(id)) ?? missingArticle(id);
  }

  @Get('articles/:id/revisions/:revision')
  async revision(@Param('id', IdPipe) id: number, @Param('revision', IdPipe) revision: number): Promise<RevisionView> {
    const found = await this.documents.revision(id, revision);
    if (!found) throw new ProblemException('revision_not_found', { detail: `文章 ${id} 没有版本 ${revision}` });
    return found;
  }

  /** The page as it came, sandboxed. */
  @Get('articles/:id/original')
  @ApiProduces('text/html', 'text/plain')
  async original(
    @Param('id', IdPipe) id: number,
    @Query() { revision }: OriginalQuery,
    @Res() response: Response,
  ): Promise<void> {
    const page = await this.documents.original(id, revision);
    if (!page) throw new ProblemException('file_not_found', { detail: `没有保存文章 ${id} 的原始页面` });
    sandboxed(response)
      .type(page.isHtml ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8')
      .send(page.text);
  }

  @Get('articles/:id/attachments')
  async attachments(@Param('id', IdPipe) id: number): Promise<AttachmentFileView[]> {
    return (await this.documents.attachments(id)) ?? missingArticle(id);
  }

  /** The bytes of an attachment, sandboxed; takes Range. */
  @Get('attachments/:id/content')
  @ApiProduces('application/octet-stream')
  async content(
    @Param('id', IdPipe) id: number,
    @Query() { inline }: ContentQuery,
    @Res() response: Response,
  ): Promise<void> {
    const file = await this.documents.attachmentFile(id);
    if (!file) throw new ProblemException('file_not_found', { detail: `附件 ${id} 没有已下载的文件` });
    sandboxed(response).attachment(file.filename);
    if (inline && file.inlineType !== null) {
      response.set({ 'Content-Disposition': 'inline', 'Content-Type': withCharset(file.inlineType) });
    } else {
      response.set('Content-Type', 'application/octet-stream');
    }
    await new Promise<void>((resolve, reject) => {
      response.sendFile(file.path, { dotfiles: 'allow', cacheControl: false }, (error: unknown) =>
        // A caller who goes away, or asks for a range that is not there, is no trouble of ours.
        error && !response.headersSent ? reject(error as Error) : resolve(),
      );
    });
  }

  /** Downloads every attachment again that failed. */
  @Post('attachments/retry-failed')
  @Needs('operator')
  @HttpCode(202)
  async retryFailed(@CurrentActor() actor: Actor): Promise<{ retried: number }> {
    return { retried: await this.downloads.allFailed(actor) };
  }

  /** Downloads an attachment again that failed, or whose file is gone from the data folder. */
  @Post('attachments/:id/retry')
  @Needs('operator')
  @HttpCode(202)
  async retry(@Param('id', IdPipe) id: number, @CurrentActor() actor: Actor): Promise<{ id: number }> {
    switch (await this.downloads.one(id, actor)) {
      case 'accepted':
        return { id };
      case 'present':
        throw new ProblemException('attachment_present', { detail: `附件 ${id} 的文件完好，无需重新下载` });
      case 'unknown':
        throw new ProblemException('attachment_not_found', { detail: `没有编号为 ${id} 的附件` });
    }
  }

  @Get('attachments/:id/text')
  async text(@Param('id', IdPipe) id: number): Promise<AttachmentTextView> {
    const text = await this.documents.attachmentText(id);
    if (!text) throw new ProblemException('attachment_not_found', { detail: `没有编号为 ${id} 的附件` });
    return text;
  }
}

function withCharset(type: string): string {
  return type === 'text/plain' ? 'text/plain; charset=utf-8' : type;
}

function missingArticle(id: number): never {
  throw new ProblemException('article_not_found', { detail: `没有编号为 ${id} 的文章` });
}
