import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  type ArticleDetail,
  type ArticleIds,
  type BulkDeleteResult,
  type ArticleSearchPage,
  type ArticleStatus,
} from '@govcrawler/contracts';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { IdListField } from '../http/edit-rules.js';
import {
  BooleanField,
  ChoiceField,
  CodeField,
  DayField,
  IntField,
  PatternField,
  TextField,
} from '../http/field-rules.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { ReadArticle } from './read-article.js';
import { DeleteArticles } from './delete-articles.js';
import { MAX_IDS, SearchArticles } from './search-articles.js';

/** What articles can be chosen by. */
export class FilterQuery {
  @CodeField()
  siteCode?: string;

  @CodeField()
  targetCode?: string;

  @IntField({ min: 1, max: 2_147_483_647 })
  deptId?: number;

  @BooleanField()
  hasAttachment?: boolean;

  @ChoiceField(['ready', 'failed', 'raw'] satisfies ArticleStatus[])
  status?: ArticleStatus;

  @TextField({ max: 100 })
  category?: string;

  /** 文号, in any brackets. */
  @TextField({ max: 200 })
  docNo?: string;

  /** Words in title, text and files, or a 文号. */
  @TextField({ max: 200 })
  q?: string;

  @DayField()
  from?: string;

  @DayField()
  to?: string;
}

/** Which articles, and which page of them. */
export class SearchQuery extends FilterQuery {
  @IntField({ min: 1, max: 200 })
  limit = 20;

  @IntField({ min: 0, max: 1_000_000 })
  offset = 0;

  /** Without it: by relevance where words are looked for, else newest first. */
  @ChoiceField(['relevance', 'newest'])
  sort?: 'relevance' | 'newest';

  /** `nextCursor` of an earlier page; counts instead of the offset. */
  @PatternField(/^[0-2]-\d{1,15}$/, '不是有效的翻页标记')
  cursor?: string;

  /** Waits until the total is exact, for up to 10,000 candidates; without it a total may be an estimate that says so. */
  @BooleanField()
  exactTotal?: boolean;
}

class BulkDeleteBody {
  @IdListField({ max: MAX_IDS })
  ids: number[];
}

@Controller('admin/api/articles')
export class ArticlesController {
  constructor(
    private readonly searchArticles: SearchArticles,
    private readonly readArticle: ReadArticle,
    private readonly deleteArticles: DeleteArticles,
  ) {}

  @Get('search')
  search(@Query() query: SearchQuery): Promise<ArticleSearchPage> {
    return this.searchArticles.search(query);
  }

  @Get('search/ids')
  searchIds(@Query() query: FilterQuery): Promise<ArticleIds> {
    return this.searchArticles.ids(query);
  }

  @Post('bulk-delete')
  @HttpCode(200)
  bulkDelete(@Body() { ids }: BulkDeleteBody, @CurrentActor() actor: Actor): Promise<BulkDeleteResult> {
    return this.deleteArticles.delete(ids, actor);
  }

  @Get(':id')
  async read(@Param('id', IdPipe) id: number): Promise<ArticleDetail> {
    const article = await this.readArticle.read(id);
    if (!article) throw new ProblemException('article_not_found', { detail: `没有编号为 ${id} 的文章` });
    return article;
  }

  @Delete(':id')
  async delete(
    @Param('id', IdPipe) id: number,
    @CurrentActor() actor: Actor,
  ): Promise<{ deleted: number; filesRemoved: number }> {
    const { deleted, filesRemoved } = await this.deleteArticles.delete([id], actor);
    if (deleted === 0) throw new ProblemException('article_not_found', { detail: `没有编号为 ${id} 的文章` });
    return { deleted: id, filesRemoved };
  }
}
