import { Body, Controller, Delete, Get, Param, Post, Res } from '@nestjs/common';
import { API_SCOPES, type ApiKeyView, type ApiScope, type NewApiKeyView } from '@govcrawler/contracts';
import { type Response } from 'express';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { Needs } from '../auth/role.decorator.js';
import { EditText } from '../http/edit-rules.js';
import { ChoiceListField, IntField } from '../http/field-rules.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { ManageKeys } from './manage-keys.js';

class NewKeyBody {
  @EditText({ max: 100, required: true })
  name: string;

  @ChoiceListField(API_SCOPES)
  scopes: ApiScope[];

  /** Days until it expires; without it never. */
  @IntField({ min: 1, max: 3650 })
  expiresInDays?: number;
}

@Controller('admin/api/keys')
@Needs('admin')
export class KeysController {
  constructor(private readonly keys: ManageKeys) {}

  @Get()
  list(): Promise<ApiKeyView[]> {
    return this.keys.list();
  }

  /** The key is in this answer and nowhere else, ever. */
  @Post()
  async create(
    @Body() { name, scopes, expiresInDays }: NewKeyBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NewApiKeyView> {
    const key = await this.keys.create({ name, scopes, days: expiresInDays ?? null }, actor);
    response.location(`/admin/api/keys/${key.id}`);
    return key;
  }

  /** Revokes a key: within five seconds no replica takes it any more. */
  @Delete(':id')
  async revoke(@Param('id', IdPipe) id: number, @CurrentActor() actor: Actor): Promise<ApiKeyView> {
    const key = await this.keys.revoke(id, actor);
    if (!key) throw new ProblemException('key_not_found', { detail: `没有编号为 ${id} 的密钥` });
    return key;
  }
}
