import { checkSite } from '@govcrawler/adapters';
import { scheduleOf, type SchedulableTarget } from '@govcrawler/core';
import { openDatabase, targetCodeOf } from '@govcrawler/persistence';
import { createLogger, loadConfig, loadSiteFiles } from '@govcrawler/platform';
import { Command } from 'commander';
import { type StandaloneConfig, standaloneConfigSchema } from '../config.js';
import { type CronJob, cronJobOf } from './k8s-cron-job.js';

/** `govcrawler k8s cronjobs`: one CronJob per target, for clusters that schedule crawls themselves. */
export function k8sCommand(): Command {
  return new Command('k8s').description('write Kubernetes manifests').addCommand(
    new Command('cronjobs')
      .description(
        'print a CronJob for every enabled target with a cron (kubectl apply -f -), read from DATABASE_URL or else from ' +
          'the site files; they replace the scheduler: run either',
      )
      .option('--image <name>', 'image of the crawl worker', 'govcrawler/crawl-worker:latest')
      .option('--namespace <name>', 'namespace of the jobs')
      .action(async (options: { image: string; namespace?: string }) => {
        const targets = await enabledTargets(loadConfig(standaloneConfigSchema, process.env));
        const items: CronJob[] = [];
        for (const target of targets) {
          const schedule = scheduleOf(target);
          if (schedule.kind === 'cron') items.push(cronJobOf(target, schedule.effectiveCron, options));
          // Self-scheduling targets have no cron that Kubernetes could follow.
          else process.stderr.write(`${target.code}: no CronJob, its schedule is "${schedule.cron}"\n`);
        }
        console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2));
        process.stderr.write(`${items.length} CronJobs of ${targets.length} enabled targets\n`);
      }),
  );
}

async function enabledTargets(config: StandaloneConfig): Promise<SchedulableTarget[]> {
  if (!config.DATABASE_URL) return targetsOfFiles(config.SITES_DIR);
  const database = await openDatabase(
    { kind: 'mysql', url: config.DATABASE_URL },
    createLogger('k8s', config.LOG_LEVEL),
  );
  try {
    await database.assertCurrentSchema();
    return await database.schedule.listEnabled();
  } finally {
    await database.close();
  }
}

function targetsOfFiles(folder: string): SchedulableTarget[] {
  return loadSiteFiles(folder, [checkSite])
    .filter(({ site }) => site.enabled)
    .flatMap(({ site }) =>
      site.columns
        .filter((column) => column.enabled)
        .map((column) => ({
          code: targetCodeOf(site.site_id, column.column_id),
          siteCode: site.site_id,
          crons: {
            target: null,
            column: column.schedule ?? null,
            defaultColumn: site.default_column?.schedule ?? null,
            site: site.schedule ?? null,
          },
        })),
    );
}
