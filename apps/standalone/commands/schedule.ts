import { loadCalendar, renderSimulation, simulateTraces } from '@govcrawler/scheduler';
import { Command } from 'commander';

/** `govcrawler schedule simulate`: what each way of scheduling would have cost and found. */
export function scheduleCommand(): Command {
  return new Command('schedule').description('look at schedules').addCommand(
    new Command('simulate')
      .description('replay publications (JSON lines {source, publishedAt}) against scheduling policies')
      .requiredOption('--trace <file>', 'file of publications')
      .option('--json', 'print {policies: [{policy, checks, medianDelaySec, p95DelaySec, hitRate}]}')
      .option('--calendar <file>', 'working days and holidays', 'config/calendar/china.json')
      .action(({ trace, json, calendar }: { trace: string; json?: boolean; calendar: string }) => {
        const result = simulateTraces(trace, loadCalendar(calendar));
        console.log(json ? JSON.stringify(result) : renderSimulation(result));
      }),
  );
}
