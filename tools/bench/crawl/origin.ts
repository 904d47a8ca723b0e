import { countySites, startSimWeb } from '@govcrawler/testing';

/** The simulated web as a process of its own, so that serving pages is nobody's CPU time. */
const [hosts, articles] = process.argv.slice(2).map(Number) as [number, number];
const web = await startSimWeb({ definitions: countySites(hosts), documents: hosts * articles });
process.on('disconnect', () => process.exit()); // the benchmark is over or was ended
process.on('message', () => {
  const asked = web.log.records.length;
  const connections = new Set(web.log.records.map(({ connection }) => connection)).size;
  web.log.clear();
  process.send?.({ asked, connections });
});
process.send?.({ port: web.port, sites: web.sites.map(({ siteFile }) => siteFile) });
