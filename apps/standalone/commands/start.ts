import { checkSite } from '@govcrawler/adapters';
import { DEFAULT_PUBLIC_SUFFIXES } from '@govcrawler/fetch';
import { loadConfig, loadSiteFiles } from '@govcrawler/platform';
import { Command } from 'commander';
import { standaloneConfigSchema } from '../config.js';
import { openPlatform } from '../open-platform.js';
import { serveUntilStopped, withServerOptions } from './server-options.js';

/** `govcrawler start`: the platform on the real sites, until it is told to stop. */
export function startCommand(): Command {
  return withServerOptions(new Command('start'))
    .description(
      'run the platform on the site files of SITES_DIR (embedded unless DATABASE_URL and VALKEY_URL are set)',
    )
    .action(async ({ port, dataDir }: { port?: string; dataDir?: string }) => {
      const config = loadConfig(standaloneConfigSchema, { ...process.env, ...(port ? { PORT: port } : {}) });
      const sites = loadSiteFiles(config.SITES_DIR, [checkSite]);
      const platform = await openPlatform({
        config,
        dataDir: dataDir ?? config.DATA_DIR ?? 'data/govcrawler',
        sites,
        sitesFolder: config.SITES_DIR,
        departmentsFile: config.DEPARTMENTS_FILE,
        schedule: true,
        fetch: { egress: { publicSuffixes: DEFAULT_PUBLIC_SUFFIXES, ports: [80, 443] } },
      });
      console.log(`${sites.length} site files loaded (${platform.mode}).`);
      await serveUntilStopped(platform);
      await platform.close();
    });
}
