import { Controller, Get, Param, Query } from '@nestjs/common';
import { type ArticleDetail, type ArticleRow, type ArticleStatus, type PageOf } from '@govcrawler/contracts';
import { ChoiceField, CodeField, DayField, IntField, TextField } from '../http/field-rules.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { ReadArticle } from './read-article.js';
import { SearchArticles } from './search-articles.js';

class SearchQuery {
  @CodeField()
  siteCode?: string;

  @CodeField()
  targetCode?: string;

  @ChoiceField(['ready', 'failed', 'raw'] satisfies ArticleStatus[])
  status?: ArticleStatus;

  @TextField({ max: 200 })
  q?: string;

  @DayField()
  from?: string;

  @DayField()
  to?: string;

  @IntField({ min: 1, max: 200 })
  limit = 20;

  @IntField({ min: 0, max: 1_000_000 })
  offset = 0;
}

@Controller('admin/api/articles')
export class ArticlesController {
  constructor(
    private readonly searchArticles: SearchArticles,
    private readonly readArticle: ReadArticle,
  ) {}

  @Get('search')
  search(@Query() query: SearchQuery): Promise<PageOf<ArticleRow>> {
    return this.searchArticles.search(query);
  }

  @Get(':id')
  async read(@Param('id', IdPipe) id: number): Promise<ArticleDetail> {
    const article = await this.readArticle.read(id);
    if (!article) throw new ProblemException('article_not_found', { detail: `没有编号为 ${id} 的文章` });
    return article;
  }
}
