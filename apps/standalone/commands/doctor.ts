import { Command } from 'commander';
import { examine } from '../doctor/examine.js';

/** `govcrawler doctor`: looks at everything the platform needs and says how to mend what is missing. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check settings, database, queue, browser, disk, clock and console, and say how to fix what is wrong')
    .option('--data-dir <folder>', 'folder of pages, texts, attachments and the embedded database')
    .option('--json', 'as JSON')
    .action(async ({ dataDir, json }: { dataDir?: string; json?: boolean }) => {
      const findings = await examine(process.env, dataDir);
      if (json) console.log(JSON.stringify(findings));
      else {
        for (const { name, state, facts, advice } of findings) {
          const mark = { good: '✓', warning: '!', bad: '✗' }[state];
          console.log(`${mark} ${name}: ${facts}${advice === null ? '' : `\n    → ${advice}`}`);
        }
      }
      if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
    });
}
