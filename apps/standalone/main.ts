#!/usr/bin/env node
import 'reflect-metadata';
import { GovCrawlerError } from '@govcrawler/core';
import { Command } from 'commander';
import { backupCommand, restoreCommand } from './commands/backup.js';
import { demoCommand } from './commands/demo.js';
import { doctorCommand } from './commands/doctor.js';
import { exportCommand } from './commands/export.js';
import { extractCommand } from './commands/extract.js';
import { fetchCommand } from './commands/fetch.js';
import { UnreadableInputError } from './commands/json-lines.js';
import { k8sCommand } from './commands/k8s.js';
import { listCommand } from './commands/list.js';
import { mcpCommand } from './commands/mcp.js';
import { migrateCommand } from './commands/migrate.js';
import { previewCommand } from './commands/preview.js';
import { scheduleCommand } from './commands/schedule.js';
import { robotsCommand } from './commands/robots.js';
import { sitesCommand } from './commands/sites.js';
import { startCommand } from './commands/start.js';
import { envExample } from './env-example.js';

const program = new Command('govcrawler')
  .description('Collects what Chinese government websites publish and feeds it to RAG systems.')
  .showHelpAfterError()
  .addCommand(demoCommand())
  .addCommand(startCommand())
  .addCommand(migrateCommand())
  .addCommand(doctorCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(exportCommand())
  .addCommand(extractCommand())
  .addCommand(listCommand())
  .addCommand(sitesCommand())
  .addCommand(previewCommand())
  .addCommand(fetchCommand())
  .addCommand(robotsCommand())
  .addCommand(scheduleCommand())
  .addCommand(k8sCommand())
  .addCommand(mcpCommand())
  .addCommand(
    new Command('settings')
      .description('print every setting with its description and default, as a .env file')
      .action(() => void process.stdout.write(envExample())),
  );

try {
  await program.parseAsync();
} catch (error) {
  // What an operator can act on is one clear message; anything else is a fault of ours and shows where.
  const known = error instanceof GovCrawlerError || error instanceof UnreadableInputError;
  process.stderr.write(`${known ? error.message : (error as Error).stack}\n`);
  process.exit(error instanceof UnreadableInputError ? 2 : 1);
}
