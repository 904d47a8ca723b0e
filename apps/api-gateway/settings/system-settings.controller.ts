import { Body, Controller, Get, Headers, Put } from '@nestjs/common';
import {
  type AlertSettings,
  alertSettingsSchema,
  type RetentionSettings,
  retentionSettingsSchema,
  type SystemSettingsView,
} from '@govcrawler/contracts';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { EditText, NestedField } from '../http/edit-rules.js';
import { editVersion } from '../http/edit-version.js';
import { IntField } from '../http/field-rules.js';
import { EditSystemSettings } from './edit-system-settings.js';

/** A whole number within the limits of the schema. */
const Within = (schema: { minValue: number | null; maxValue: number | null }) =>
  IntField({ min: schema.minValue!, max: schema.maxValue! });
const retention = (name: keyof RetentionSettings) => Within(retentionSettingsSchema.shape[name].unwrap());
const alert = (name: keyof AlertSettings) => Within(alertSettingsSchema.shape[name].unwrap());

class RetentionBody implements Partial<RetentionSettings> {
  @retention('jobsPerTarget')
  jobsPerTarget?: number;

  /** 0: for ever. */
  @retention('crawlLogDays')
  crawlLogDays?: number;

  /** 0: for ever. */
  @retention('alertDays')
  alertDays?: number;
}

class AlertThresholdsBody implements Partial<AlertSettings> {
  @alert('leastAttempts')
  leastAttempts?: number;

  @alert('siteFailurePercent')
  siteFailurePercent?: number;

  @alert('overallFailurePercent')
  overallFailurePercent?: number;

  @alert('blockedTimes')
  blockedTimes?: number;

  @alert('silentGaps')
  silentGaps?: number;

  @alert('leastSilenceHours')
  leastSilenceHours?: number;

  @alert('leastSample')
  leastSample?: number;

  @alert('driftPercent')
  driftPercent?: number;

  @alert('queueAgeMinutes')
  queueAgeMinutes?: number;

  @alert('diskFreePercent')
  diskFreePercent?: number;

  @alert('diskFreeGb')
  diskFreeGb?: number;
}

class SystemSettingsBody {
  @NestedField(RetentionBody)
  retention?: RetentionBody;

  @NestedField(AlertThresholdsBody)
  alerts?: AlertThresholdsBody;

  /** As read; `*` overwrites. */
  @EditText({ max: 100 })
  version?: string;
}

/** How long things are kept and when something is a trouble; in force at once, without a restart. */
@Controller('admin/api/settings')
export class SystemSettingsController {
  constructor(private readonly settings: EditSystemSettings) {}

  @Get()
  read(): Promise<SystemSettingsView> {
    return this.settings.read();
  }

  /** What is not sent stays as it is. */
  @Put()
  change(
    @Body() { version, ...body }: SystemSettingsBody,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentActor() actor: Actor,
  ): Promise<SystemSettingsView> {
    return this.settings.change(body, editVersion(ifMatch, version), actor);
  }
}
