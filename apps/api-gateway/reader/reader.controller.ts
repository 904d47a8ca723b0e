import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { type FullTextAnswer, type ReaderArticle } from '@govcrawler/contracts';
import { articleDetail } from '../articles/present-article.js';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { Needs } from '../auth/role.decorator.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { toIso } from '../http/wire-time.js';
import { RequestFullText } from './request-full-text.js';
import { ReadableArticles } from './readable-articles.js';

/** Articles as readers see them: at once what the crawl found, and the full text as soon as it is there. */
@Controller('api/articles')
export class ReaderController {
  constructor(
    private readonly articles: ReadableArticles,
    private readonly requestFullText: RequestFullText,
  ) {}

  @Get(':id')
  async read(@Param('id', IdPipe) id: number): Promise<ReaderArticle> {
    const article = await this.articles.detail(id);
    if (!article) throw notFound(id);
    return {
      ...articleDetail(article),
      contentHtml: article.contentHtml,
      contentFullHtml: article.contentFullHtml,
      contentFullFetchedAt: toIso(article.contentFullFetchedAt),
      contentFullError: article.contentFullError,
      contentFullSourceUrl: article.contentFullSourceUrl,
    };
  }

  /** Whoever may read an article may want all of it. */
  @Post(':id/fulltext')
  @Needs('viewer')
  @HttpCode(200)
  async fullText(@Param('id', IdPipe) id: number, @CurrentActor() actor: Actor): Promise<FullTextAnswer> {
    const answer = await this.requestFullText.request(id, actor.username);
    if (!answer) throw notFound(id);
    return answer;
  }
}

function notFound(id: number): ProblemException {
  return new ProblemException('article_not_found', { detail: `没有编号为 ${id} 的文章` });
}
