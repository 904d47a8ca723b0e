import { loadCalendar, renderSimulation, simulateTraces } from '@govcrawler/scheduler';
import { Command } from 'commander';

/** `govcrawler schedule simulate`: what each way of scheduling would have cost and found. */
export function scheduleCommand(): Command {
  return new Command('schedule').description('look at schedules').addCommand(
    new Command('simulate')
      .description('replay publications (JSON lines {source, publishedAt}) against scheduling policies')
      .requiredOption('--trace <file>', 'file of publications')
      .addHelpText(
        'after',
        `
Each line of the file is like {"source": "gd", "publishedAt": "2025-03-03T09:30:00+08:00"}, in any order; a time
without a zone is Chinese. "ours" is the adaptive schedule, "fixed_cron" one look a night, "s2" the adaptive rules as
they were specified; with "@equal_checks" they get (at least) as many checks as ours.`,
      )
      .option('--json', 'print {policies: [{policy, checks, medianDelaySec, p95DelaySec, hitRate}]}')
      .option('--calendar <file>', 'working days and holidays', 'config/calendar/china.json')
      .action(({ trace, json, calendar }: { trace: string; json?: boolean; calendar: string }) => {
        const result = simulateTraces(trace, loadCalendar(calendar));
        console.log(json ? JSON.stringify(result) : renderSimulation(result));
      }),
  );
}
