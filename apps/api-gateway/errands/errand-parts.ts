import { type Provider } from '@nestjs/common';
import { AcceptColumns, SyncedSites } from '../discovery/accept-columns.js';
import { DiscoveriesController } from '../discovery/discoveries.controller.js';
import { InspectionsController } from '../discovery/inspections.controller.js';
import { type GatewayInfrastructure } from '../gateway-infrastructure.js';
import { bind } from '../http/bind-port.js';
import { ReadableArticles } from '../reader/readable-articles.js';
import { ReaderController } from '../reader/reader.controller.js';
import { FullTextSources, RequestFullText } from '../reader/request-full-text.js';
import { ProposeSelectors } from '../reparse/propose-selectors.js';
import { ReparseController } from '../reparse/reparse.controller.js';
import { SelectorProposalsController } from '../reparse/selector-proposals.controller.js';
import { TriedDocuments, TriedTargets, TryParser } from '../reparse/try-parser.js';
import { EditableSettings, EditSettings } from '../settings/edit-settings.js';
import { SettingsController } from '../settings/settings.controller.js';
import { ErrandLanes, ErrandRows, StartErrand } from './start-errand.js';

/** What the gateway offers around errands, the work for workers that is no crawl. */
export const ERRAND_CONTROLLERS = [
  ReaderController,
  SettingsController,
  DiscoveriesController,
  InspectionsController,
  ReparseController,
  SelectorProposalsController,
];

export const ERRAND_USE_CASES = [
  StartErrand,
  RequestFullText,
  EditSettings,
  AcceptColumns,
  TryParser,
  ProposeSelectors,
];

export function errandPorts({ database, errandLanes }: GatewayInfrastructure): Provider[] {
  return [
    bind(ErrandRows, database.errands),
    bind(ErrandLanes, errandLanes),
    bind(FullTextSources, database.fullTexts),
    bind(ReadableArticles, database.articles),
    bind(EditableSettings, database.settings),
    bind(SyncedSites, database.sites),
    bind(TriedDocuments, database.reparses),
    bind(TriedTargets, database.targets),
  ];
}
