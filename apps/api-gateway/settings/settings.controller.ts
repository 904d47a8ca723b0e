import { Body, Controller, Get, Put } from '@nestjs/common';
import { type PersistedSettings, rssSettingsSchema } from '@govcrawler/contracts';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { EditBoolean, EditText, ExplainedField, NestedField } from '../http/edit-rules.js';
import { IntField } from '../http/field-rules.js';
import { EditSettings } from './edit-settings.js';

const MB = 1024 * 1024;

class RssBody {
  @EditBoolean()
  fullTextOnOpenEnabled?: boolean;

  @IntField({ min: 64 * 1024, max: 10 * MB })
  fullTextMaxBytes?: number;

  @IntField({ min: 0, max: 1440 })
  fullTextBackoffMinutes?: number;

  @EditText({ max: 300, nullable: true })
  @ExplainedField((value) =>
    value === undefined || rssSettingsSchema.shape.userAgent.safeParse(value).success
      ? null
      : '只能包含可打印的 ASCII 字符',
  )
  userAgent?: string | null;
}

class SettingsBody {
  @NestedField(RssBody)
  rss?: RssBody;
}

/** Settings that people change while the system runs. */
@Controller('api/settings')
export class SettingsController {
  constructor(private readonly editSettings: EditSettings) {}

  @Get()
  read(): Promise<PersistedSettings> {
    return this.editSettings.read();
  }

  /** What is not sent stays as it is. */
  @Put()
  change(@Body() body: SettingsBody, @CurrentActor() actor: Actor): Promise<PersistedSettings> {
    return this.editSettings.change(body, actor);
  }
}
